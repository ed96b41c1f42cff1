// Which small faults can be put into a source: another operator, another constant, a condition that is always so or
// never, a function that returns nothing.

import { parse } from '@babel/parser';

/** `from` and `to` count UTF-16 units. */
export type Mutant = Readonly<{
  file: string;
  from: number;
  to: number;
  text: string;
  kind: string;
}>;

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** As the parser gives it: `start` and `end` count UTF-16 units. */
type Node = Readonly<{ type: string; start: number; end: number; [field: string]: unknown }>;

/** All that can be put into `source`, in the order of its text. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  const found = isNode(program) ? mutantsIn(program, file, source) : [];
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}

function mutantsIn(node: Node, file: string, source: string): Mutant[] {
  // What is a type is gone when the program runs.
  if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return [];
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return [];
  const below = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => mutantsIn(child, file, source));
  return [...changesOf(node, source).map((change) => ({ file, ...change })), ...below];
}

function changesOf(node: Node, source: string): Omit<Mutant, 'file'>[] {
  const { type, start: from, end: to, value, test, left, right, operator } = node;
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = typeof operator === 'string' ? OPERATORS[operator] : undefined;
      if (other === undefined || !isNode(left) || !isNode(right)) return [];
      const at = source.indexOf(String(operator), left.end);
      const end = at + String(operator).length;
      return at < right.start ? [{ from: at, to: end, text: other, kind: 'operator' }] : [];
    }
    case 'NumericLiteral':
      return [{ from, to, text: String(Number(value) + 1), kind: 'constant' }];
    case 'BooleanLiteral':
      return [{ from, to, text: String(value !== true), kind: 'constant' }];
    case 'IfStatement':
    case 'ConditionalExpression':
      if (!isNode(test)) return [];
      return ['true', 'false'].map((text) => ({
        from: test.start,
        to: test.end,
        text,
        kind: 'condition',
      }));
    case 'ReturnStatement':
      return isNode(node.argument) ? [{ from, to, text: 'return;', kind: 'return' }] : [];
    default:
      return [];
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

export function mutated(source: string, { from, to, text }: Mutant): string {
  return source.slice(0, from) + text + source.slice(to);
}

/** `count` of them, none twice; which ones follows from `random`, a number from 0 up to 1 at each call. */
export function draw(all: readonly Mutant[], count: number, random: () => number): Mutant[] {
  const left = [...all];
  const drawn: Mutant[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}

/** The same numbers for the same seed (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
