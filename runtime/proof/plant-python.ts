// Bodies of cases in Python: functions and methods, by their indentation.

import { codeMask } from '../evidence/seal/code-mask.ts';
import { type Body, type Fit, halves, lineEnd, type Planting } from './plant-body.ts';

/** Behind what the module imports first. Undefined: it imports nothing there. */
export function pythonTop(text: string): number | undefined {
  const mask = codeMask('python', text);
  const statements = mask === undefined ? [] : statementsOf(mask);
  const isHead = ({ indent, code }: Statement): boolean =>
    indent === '' && /^(?:import|from)\b|^"/.test(code);
  const rest = statements.findIndex((one) => !isHead(one));
  const head = rest === -1 ? statements : statements.slice(0, rest);
  const last = head.findLast(({ code }) => !code.startsWith('"'));
  return last && lineEnd(text, last.end);
}

/** A statement, which may go on for some lines. */
type Statement = Readonly<{ indent: string; start: number; end: number; code: string }>;

type Def = Readonly<{ path: readonly string[]; head: Statement; inside: readonly Statement[] }>;

export function pythonBodies(path: string, text: string): readonly Body[] | string {
  const mask = codeMask('python', text);
  if (mask === undefined) return 'its file could not be read';
  const byName = new Map<string, Def[]>();
  const statements = statementsOf(mask);
  const bases = basesIn(statements);
  for (const def of defsIn(statements)) {
    const name = def.path.join('::');
    byName.set(name, [...(byName.get(name) ?? []), def]);
  }
  return [...byName].map(([name, defs]) => {
    const ends = defs.map((def) => endOf(text, def));
    const why = ends.find((end) => typeof end === 'string');
    const [{ path: own }] = defs as [Def];
    const base = {
      name,
      fits: (called: string) => {
        const words = wordsOf(called);
        const heir = words.at(-2) ?? '';
        const isInherited =
          !byName.has(`${heir}::${own.at(-1)}`) && isHeir(bases, heir, own.at(-2));
        return isInherited && words.at(-1) === own.at(-1) ? 'perhaps' : fits(path, own, words);
      },
      isOther: !/^test/.test(own.at(-1) ?? ''),
    };
    if (why !== undefined) return { ...base, why };
    // Two of one name stand in two branches, or the later one counts: one word for both.
    const plants = ends.filter((end) => typeof end !== 'string');
    return { ...base, end: (word: string) => plants.flatMap((end) => end(word)) };
  });
}

/** Strings and comments are blotted out, so a line that begins with a string has begun before. */
function statementsOf(mask: string): readonly Statement[] {
  const found: Statement[] = [];
  let depth = 0;
  let goesOn = false;
  let at = 0;
  for (const line of mask.split('\n')) {
    const end = at + line.trimEnd().length;
    const last = found.at(-1);
    if (last && (depth > 0 || goesOn || line.startsWith('"'))) {
      if (end > at) found[found.length - 1] = { ...last, end, code: mask.slice(last.start, end) };
    } else if (line.trim() !== '') {
      const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
      const start = at + indent.length;
      found.push({ indent, start, end, code: mask.slice(start, end) });
    }
    for (const sign of line) {
      if ('([{'.includes(sign)) depth += 1;
      else if (')]}'.includes(sign)) depth -= 1;
    }
    goesOn = line.trimEnd().endsWith('\\');
    at += line.length + 1;
  }
  return found;
}

const DEF = /^(?:async\s+)?def\s+(\w+)/;
const CLASS = /^class\s+(\w+)/;

/** Functions of the module and of its classes. What stands in a function is no case. */
function defsIn(statements: readonly Statement[], around: readonly string[] = []): readonly Def[] {
  const found: Def[] = [];
  for (let at = 0; at < statements.length; at += 1) {
    const head = statements[at];
    const [, def] = DEF.exec(head?.code ?? '') ?? [];
    const [, group] = CLASS.exec(head?.code ?? '') ?? [];
    if (!head || (def ?? group) === undefined) continue;
    const inside = blockOf(statements, at);
    const isCase = def !== undefined && !isFixture(statements, at);
    if (isCase) found.push({ path: [...around, def], head, inside });
    else if (group !== undefined) found.push(...defsIn(inside, [...around, group]));
    at += inside.length;
  }
  return found;
}

/** It only makes what cases are given, whatever its name. */
function isFixture(statements: readonly Statement[], at: number): boolean {
  const first = statements.slice(0, at).findLastIndex(({ code }) => !code.startsWith('@'));
  return statements.slice(first + 1, at).some(({ code }) => /\bfixture\b/.test(code));
}

/** The statements that stand deeper than this one. */
function blockOf(statements: readonly Statement[], at: number): readonly Statement[] {
  const width = widthOf(statements[at]);
  const end = statements.findIndex((one, nth) => nth > at && widthOf(one) <= width);
  return statements.slice(at + 1, end === -1 ? undefined : end);
}

function widthOf(statement: Statement | undefined): number {
  return (statement?.indent ?? '').replaceAll('\t', '        ').length;
}

type End = (word: string) => readonly Planting[];

function endOf(text: string, { head, inside }: Def): End | string {
  const [first] = inside;
  // All of it on one line.
  if (!first) return (word) => [{ line: { at: head.end, put: `; ${raised(text, word)}` } }];
  const own = withoutDefs(inside);
  const last = own.findLast((one) => widthOf(one) === widthOf(first));
  if (own.some(({ code }) => /\byield\b/.test(code))) return 'it is a generator';
  const early = own.filter((one) => one !== last && RETURN.test(one.code));
  // Something around may catch what is raised there.
  const isCaught =
    early.length > 0 && own.some(({ code }) => /^(?:try|(?:async\s+)?with)\b/.test(code));
  if (isCaught || early.some(({ code }) => !BARE_RETURN.test(code))) return MAY_RETURN;
  // One with nothing behind it is an end like the last one.
  const atReturns: End = (word) =>
    early.map((one) => ({
      line: { at: one.end - 'return'.length, cut: 'return'.length, put: raised(text, word) },
    }));
  const end = lineEnd(text, inside.at(-1)?.end ?? head.end);
  if (!last) return MAY_RETURN;
  if (/^raise\b/.test(last.code)) return 'it ends by raising';
  const [given] = /^return\b\s*/.exec(last.code) ?? [];
  if (given === undefined && RETURN.test(last.code)) return MAY_RETURN;
  if (given === last.code) {
    const put = (word: string) => `${raised(text, word)}\n${last.indent}`;
    return (word) => [...atReturns(word), { line: { at: last.start, put: put(word) } }];
  }
  // What is given back is only made, and nobody waits for it, as before.
  const around = given === undefined ? [] : [{ at: last.start, cut: given.length, put: '' }];
  return (word) => [
    ...atReturns(word),
    { line: { at: end, put: `\n${first.indent}${raised(text, word)}` }, around },
  ];
}

const BARE_RETURN = /(?:^|[;:]\s*)return$/;
const RETURN = /(?:^|[;:])\s*return\b/;
const MAY_RETURN = 'it may return before its end';

function withoutDefs(statements: readonly Statement[]): readonly Statement[] {
  const own: Statement[] = [];
  for (let at = 0; at < statements.length; at += 1) {
    const one = statements[at];
    if (!one) continue;
    if (DEF.test(one.code) || CLASS.test(one.code)) {
      own.push({ ...one, code: 'def' });
      at += blockOf(statements, at).length;
    } else own.push(one);
  }
  return own;
}

export function raised(text: string, word: string): string {
  const doubles = text.split('"').length >= text.split("'").length;
  const [one, other] = halves(word).map((half) => (doubles ? `"${half}"` : `'${half}'`));
  return `raise RuntimeError(${one} + ${other})`;
}

/**
 * `tests/test_a.py::TestB::test_c[1-2]`, `tests.test_a.TestB > test_c[1-2]`, and
 * `test_c (tests.test_a.TestB.test_c)`: what stands before the classes has to be the module.
 */
function wordsOf(called: string): readonly string[] {
  const [, method, owner] = /^(\w+) \(([\w.]+)\)$/.exec(called) ?? [];
  const full =
    owner === undefined || owner.endsWith(`.${method}`) ? (owner ?? called) : `${owner}.${method}`;
  return full
    .replace(/\[[\s\S]*/, '')
    .replace(/\.py\b/, '')
    .split(/::|\.|\/|\\|\s+>\s+|\s+/)
    .filter((word) => word !== '');
}

function fits(path: string, own: readonly string[], words: readonly string[]): Fit | undefined {
  const before = words.slice(0, -own.length);
  if (words.slice(-own.length).join() !== own.join()) return undefined;
  const module = path
    .replace(/(?:\/__init__)?\.py$/, '')
    .split('/')
    .at(-1);
  return before.length === 0 || before.at(-1) === module ? 'exactly' : undefined;
}

/** By the name of each class what stands in its brackets. */
function basesIn(statements: readonly Statement[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    statements.flatMap(({ code }) => {
      const [, name, bases = ''] = /^class\s+(\w+)\s*\(([^)]*)\)/.exec(code) ?? [];
      return name === undefined ? [] : [[name, bases.match(/\w+/g) ?? []] as const];
    }),
  );
}

/** A class has the cases of those it is made from. */
function isHeir(
  bases: ReadonlyMap<string, readonly string[]>,
  heir: string,
  of: string | undefined,
  depth = 8,
): boolean {
  const own = bases.get(heir) ?? [];
  if (of === undefined || depth === 0) return false;
  return own.includes(of) || own.some((base) => isHeir(bases, base, of, depth - 1));
}
