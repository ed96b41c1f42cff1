// What is wrong with the expression of a condition, before anybody relies on it. Pure: templates and grown plans ask
// the same.

import {
  CONDITION_VARIABLES,
  type ConditionFault,
  type Fields,
  type FieldType,
  MOST_CHARACTERS,
} from '../model/condition.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import { asSentence, upperFirst } from '../words/plain-text.ts';
import { LIMITS, type Part, parse } from './cel.ts';

type Fault = Readonly<{ message: string; hint?: string | undefined; start: number; end: number }>;

const MOST_FAULTS = 20;

/** All names that are not there, or else the first thing that does not fit together. None: it may be asked. */
export function conditionFaults(expression: string): readonly ConditionFault[] {
  return faultsIn(expression)
    .slice(0, MOST_FAULTS)
    .map(({ message, hint, start, end }) => {
      const before = expression.slice(0, start).split('\n');
      const column = (before.at(-1)?.length ?? 0) + 1;
      return { message, ...(hint && { hint }), start, end, line: before.length, column };
    });
}

function faultsIn(expression: string): readonly Fault[] {
  if (expression.length > MOST_CHARACTERS) {
    const length = expression.length.toLocaleString('en');
    const message = `This condition has ${length} characters, and one may have ${MOST_CHARACTERS.toLocaleString('en')}.`;
    return [{ message, hint: 'Let a node judge it, and ask for its verdict.', start: 0, end: 1 }];
  }
  if (expression === '') {
    return [{ message: 'This condition is empty.', hint: EXAMPLE, start: 0, end: 1 }];
  }
  const parsed = parse(expression);
  if ('code' in parsed) return [{ ...parsed, message: sentenceOf(parsed.code, parsed.summary) }];
  const names = walk(parsed.top, { own: new Set(), walks: 0 });
  if (names.length > 0) return names;
  const type = parsed.type();
  if (typeof type === 'object') {
    return [{ message: sentenceOf(type.code, type.summary), start: type.start, end: type.end }];
  }
  if (type === 'bool') return [];
  const message = `A condition is true or false, and this is ${type === 'dyn' ? 'of no known type' : `a value (${type.replace('$', '')})`}.`;
  return [{ message, hint: 'Compare it with something.', start: 0, end: expression.length }];
}

const EXAMPLE = 'For example: predicate:run.lines.added > 100';

const NO_MAPS = 'A condition holds no maps.';
const TOO_MUCH = {
  maxDepth: `This condition is nested more than ${LIMITS.depth} deep.`,
  maxListElements: `A list in a condition has at most ${LIMITS.elements} entries.`,
  maxAstNodes: `This condition has more than ${LIMITS.parts} parts.`,
  maxCallArguments: 'No function has so many arguments.',
};

/** The library says it for programmers. */
function sentenceOf(code: string, summary: string): string {
  if (code === 'limit_exceeded') {
    return Object.entries(TOO_MUCH).find(([limit]) => summary.includes(limit))?.[1] ?? NO_MAPS;
  }
  if (code === 'unexpected_token' && summary.endsWith('EOF'))
    return 'This condition ends too early.';
  if (code === 'unexpected_character') return 'It cannot be read from here on.';
  if (code === 'no_such_overload') {
    return `These do not go together: ${summary.replace('no such overload: ', '')}.`;
  }
  return asSentence(upperFirst(summary));
}

const WALKS = ['exists', 'all', 'exists_one', 'filter', 'map'];
const CALLS = ['size', 'has', 'int', 'double', 'string'];
const METHODS = [
  ...WALKS,
  ...['contains', 'startsWith', 'endsWith', 'size', 'lowerAscii', 'upperAscii', 'trim'],
  ...['indexOf', 'lastIndexOf', 'substring', 'split', 'join'],
];

/** `own`: names that a walk over a list gives. `walks`: so many are around it. */
type Scope = Readonly<{ own: ReadonlySet<string>; walks: number }>;

/** Names in it that nothing has, and what no condition may use. */
function walk(part: Part, scope: Scope): readonly Fault[] {
  switch (part.op) {
    case 'value':
      return [];
    case 'id': {
      const known = [...Object.keys(CONDITION_VARIABLES), ...scope.own];
      if (known.includes(part.args)) return [];
      return [unknown(part.args, known, 'Conditions know', part)];
    }
    case '.': {
      const [of, name] = part.args;
      const inner = walk(of, scope);
      const fields = typeOf(of, scope);
      if (inner.length > 0 || typeof fields !== 'object' || Object.hasOwn(fields, name))
        return inner;
      const place = { start: part.end - name.length, end: part.end };
      return [unknown(name, Object.keys(fields), `${nameOf(of)} has`, place)];
    }
    case 'call': {
      const [name, args] = part.args;
      if (!CALLS.includes(name)) return [unknown(name, CALLS, 'Functions are', part)];
      return args.flatMap((one) => walk(one, scope));
    }
    case 'rcall':
      return walkMethod(part, scope);
    case '.?':
    case '[?]':
      return [{ message: 'Nothing is optional in a condition.', start: part.start, end: part.end }];
    default:
      return partsOf(part.args).flatMap((one) => walk(one, scope));
  }
}

function walkMethod(part: Part & { op: 'rcall' }, scope: Scope): readonly Fault[] {
  const [name, of, args] = part.args;
  const at = { start: of.end, end: part.end };
  if (name === 'matches') {
    const hint = 'Use contains, startsWith or endsWith.';
    return [{ message: 'A condition has no regular expressions.', hint, ...at }];
  }
  if (!METHODS.includes(name)) return [unknown(name, METHODS, 'Of a value there is', at)];
  const inner = walk(of, scope);
  const [own, ...rest] = args;
  if (!WALKS.includes(name)) return [...inner, ...args.flatMap((one) => walk(one, scope))];
  if (own?.op !== 'id') return inner;
  if (Object.hasOwn(CONDITION_VARIABLES, own.args)) {
    const message = `"${own.args}" means something already.`;
    return [...inner, { message, hint: 'Give it another name.', start: own.start, end: own.end }];
  }
  // So that the time it takes grows with the list, and no faster.
  if (scope.walks > 1 || (scope.walks > 0 && of.op !== 'list')) {
    const message = 'Within a walk over a list there is a walk over another one.';
    return [...inner, { message, hint: 'Only a list that is written out may stand there.', ...at }];
  }
  const within = { own: new Set([...scope.own, own.args]), walks: scope.walks + 1 };
  return [...inner, ...rest.flatMap((one) => walk(one, within))];
}

function partsOf(args: unknown): readonly Part[] {
  const all = Array.isArray(args) ? args.flat() : [args];
  return all.filter((one): one is Part => typeof one === 'object' && one !== null && 'op' in one);
}

/** Of a name, or a path of names: what it holds. */
function typeOf(part: Part, scope: Scope): Fields | FieldType | undefined {
  if (part.op === 'id') {
    return scope.own.has(part.args) ? undefined : (CONDITION_VARIABLES as Fields)[part.args];
  }
  if (part.op !== '.') return undefined;
  const fields = typeOf(part.args[0], scope);
  return typeof fields === 'object' ? fields[part.args[1]] : undefined;
}

/** Of what has a type: as it would be written without blanks. */
function nameOf(part: Part): string {
  return part.op === '.' ? `${nameOf(part.args[0])}.${part.args[1]}` : String(part.args);
}

function unknown(name: string, known: readonly string[], has: string, place: Place): Fault {
  const hint = didYouMean(name, known) ?? `${has}: ${known.join(', ')}.`;
  const { start, end } = place;
  return { message: `There is no "${name.slice(0, 60)}" here.`, hint, start, end };
}

type Place = Readonly<{ start: number; end: number }>;

/** The variables it names, as far as each path of them goes. For one without faults. */
export function pathsIn(part: Part): readonly string[] {
  const found = new Set<string>();
  const look = (one: Part): void => {
    const type = typeOf(one, { own: new Set(), walks: 0 });
    if (type !== undefined) found.add(nameOf(one));
    else for (const inner of partsOf(one.args)) look(inner);
  };
  look(part);
  return [...found];
}

/** Whether it goes through a list one by one: then it takes as long as that. */
export function walksIn({ op, args }: Part): boolean {
  return (op === 'rcall' && WALKS.includes(args[0])) || partsOf(args).some(walksIn);
}
