// Bodies of cases in Python: functions of the module and of its classes.

import { type Body, type Fit, halves, lineEnd, type Planting } from './body.ts';
import { allOf, childrenOf, type Node, type Source, statementsOf } from './grammar.ts';

type Def = Readonly<{ path: readonly string[]; body: Node }>;

/** Behind what the module imports first. Undefined: it imports nothing there. */
export function pythonTop({ root, text }: Source): number | undefined {
  const isImport = ({ type }: Node): boolean => /import/.test(type);
  const isText = (node: Node): boolean => node.namedChildren[0]?.type === 'string';
  const statements = statementsOf(root);
  const rest = statements.findIndex((one) => !isImport(one) && !isText(one));
  const last = statements.slice(0, rest === -1 ? undefined : rest).findLast(isImport);
  return last && lineEnd(text, last.endIndex);
}

export function pythonBodies({ root, text }: Source, path: string): readonly Body[] {
  const byName = new Map<string, Def[]>();
  const bases = basesIn(root);
  for (const def of defsIn(root)) {
    const name = def.path.join('::');
    const defs = byName.get(name) ?? [];
    defs.push(def);
    byName.set(name, defs);
  }
  return [...byName].map(([name, defs]) => {
    const ends = defs.map(({ body }) => endOf(text, body));
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

/** What stands in a function is no case, nor is a fixture: it only makes what cases are given. */
function defsIn(node: Node, around: readonly string[] = []): readonly Def[] {
  return childrenOf(node).flatMap((child): readonly Def[] => {
    const body = child.childForFieldName('body');
    const name = child.childForFieldName('name')?.text ?? '';
    if (child.type === 'function_definition')
      return body ? [{ path: [...around, name], body }] : [];
    if (child.type === 'class_definition') return body ? defsIn(body, [...around, name]) : [];
    const isFixture = childrenOf(child).some(
      ({ type, text }) => type === 'decorator' && /\bfixture\b/.test(text),
    );
    return isFixture ? [] : defsIn(child, around);
  });
}

type End = (word: string) => readonly Planting[];

const isOwn = ({ type }: Node): boolean => !/_definition$|^lambda$/.test(type);

function endOf(text: string, body: Node): End | string {
  const last = statementsOf(body).at(-1);
  if (allOf(body, 'yield', isOwn).length > 0) return 'it is a generator';
  const returns = allOf(body, 'return_statement', isOwn);
  const early = returns.filter((one) => !last?.equals(one));
  // Something around may catch what is raised there.
  const isCaught =
    early.length > 0 &&
    ['try_statement', 'with_statement'].some((kind) => allOf(body, kind, isOwn).length > 0);
  if (!last || isCaught || early.some((one) => one.namedChildCount > 0))
    return 'it may return before its end';
  if (last.type === 'raise_statement') return 'it ends by raising';
  const atEnd = endOfBlock(text, body, last);
  // One with nothing behind it is an end like the last one.
  const inPlace = ({ startIndex: at, endIndex }: Node, put: string): Planting => ({
    line: { at, cut: endIndex - at, put },
  });
  return (word) => {
    const line = raised(text, word);
    return [...early.map((one) => inPlace(one, line)), atEnd(line)];
  };
}

function endOfBlock(text: string, body: Node, last: Node): (line: string) => Planting {
  if (last.startPosition.row === (body.parent?.startPosition.row ?? -1)) {
    return (line) => ({ line: { at: last.endIndex, put: `; ${line}` } });
  }
  const [first = last] = statementsOf(body);
  const indent = /[ \t]*$/.exec(text.slice(0, first.startIndex))?.[0] ?? '';
  const isReturn = last.type === 'return_statement';
  const given = isReturn ? last.namedChildren[0] : undefined;
  const at = isReturn && !given ? last.startIndex : lineEnd(text, codeEnd(last));
  if (isReturn && !given) return (line) => ({ line: { at, put: `${line}\n${indent}` } });
  // What is given back is only made, and nobody waits for it, as before.
  const cut = given && { at: last.startIndex, cut: given.startIndex - last.startIndex, put: '' };
  const around = cut ? [cut] : [];
  return (line) => ({ line: { at, put: `\n${indent}${line}` }, around });
}

/** A comment at the end of a block is no statement. */
function codeEnd(node: Node): number {
  const last = statementsOf(node).at(-1);
  return last && /block|_statement|_clause/.test(node.type) ? codeEnd(last) : node.endIndex;
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
function basesIn(root: Node): ReadonlyMap<string, readonly string[]> {
  return new Map(
    allOf(root, 'class_definition').map((node) => {
      const bases = node.childForFieldName('superclasses')?.text.match(/\w+/g) ?? [];
      return [node.childForFieldName('name')?.text ?? '', bases];
    }),
  );
}

/** A class has the cases of those it is made from. */
function isHeir(
  bases: ReadonlyMap<string, readonly string[]>,
  heir: string,
  of: string | undefined,
): boolean {
  const above = new Set(bases.get(heir));
  for (const one of above) for (const base of bases.get(one) ?? []) above.add(base);
  return of !== undefined && above.has(of);
}
