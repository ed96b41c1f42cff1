// Calls that may run a case: a title and a function. With the titles of those around it, this is the name that
// a runner reports, whatever the call is named and wherever it was imported from.

import type { Part } from './body.ts';
import { childrenOf, type Node, nodesBelow, statementsOf } from './grammar.ts';

export type Call = Readonly<{
  title: readonly Part[];
  /** Or why nobody can say where it stands. */
  body: Node | string;
  /** By the name of what is called; else its own name alone can tell. */
  isCase: boolean;
  /** One body for each row of a table. */
  isTable: boolean;
  /** The body has a name, and may be called by others. */
  isShared: boolean;
}>;

const FUNCTION = /^(?:arrow_function|(?:generator_)?function(?:_expression|_declaration)?)$/;

export function isFunction({ type }: Node): boolean {
  return FUNCTION.test(type);
}

/** In the order of the text, outer ones first. */
export function callsIn(root: Node): readonly Call[] {
  const named = namedIn(root);
  const calls: Call[] = [];
  const waiting: Visit[] = [{ node: root, groups: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const isCall = next.node.type === 'call_expression' && !isOptional(next.node);
    const { call, below } = isCall ? ofCall(next, named) : of(next);
    if (call) calls.push(call);
    for (const one of below.toReversed()) waiting.push(one);
  }
  return calls;
}

/** `isCalledHere`: what stands in that function belongs to the same groups. */
type Visit = Readonly<{ node: Node; groups: readonly Part[]; isCalledHere?: boolean }>;
type Visited = Readonly<{ call?: Call; below: readonly Visit[] }>;

type Named = ReadonlyMap<string, Node | undefined>;

/** Functions and values of this file that have a name of their own; undefined: there are two of that name. */
function namedIn(root: Node): Named {
  const named = new Map<string, Node | undefined>();
  for (const node of nodesBelow(root)) {
    if (!/^(?:generator_)?function_declaration$|^variable_declarator$/.test(node.type)) continue;
    const name = node.childForFieldName('name');
    if (name?.type !== 'identifier') continue;
    const value = isFunction(node) ? node : (node.childForFieldName('value') ?? undefined);
    named.set(name.text, named.has(name.text) ? undefined : value);
  }
  return named;
}

function of({ node, groups, isCalledHere = false }: Visit): Visited {
  // Nobody sees here from where a function of its own is called.
  const isElsewhere = !isCalledHere && (isFunction(node) || node.type === 'method_definition');
  const around = isElsewhere ? [undefined] : groups;
  return { below: childrenOf(node).map((child) => ({ node: child, groups: around })) };
}

function ofCall({ node, groups }: Visit, named: Named): Visited {
  const callee = node.childForFieldName('function');
  const list = node.childForFieldName('arguments');
  const given = list ? statementsOf(list) : [];
  const called = callee ? namesOf(callee) : [];
  const runner = called.findLast((name) => !MODIFIER.test(name));
  const isCase = runner !== undefined && CASE.test(runner);
  const isGroup = runner !== undefined && GROUP.test(runner);
  const isTable = called.some((name) => name === 'each' || name === 'for');
  const title = titleOf(given[0], isCase || isGroup, isTable, named);
  const body = title && bodyOf(given, isCase, named);
  const path = title ? [...groups, ...(groups.length > 0 ? [' > '] : []), ...title] : groups;
  const isBody = (one: Node): boolean => typeof body === 'object' && one.equals(body);
  const inside = [...(callee ? [callee] : []), ...given].map((one) => ({
    node: one,
    groups: isFunction(one) && isBody(one) ? path : groups,
    isCalledHere: isFunction(one),
  }));
  if (!title || !body || isGroup) return { below: inside };
  const isShared = typeof body !== 'string' && !given.some(isBody);
  return { call: { title: path, body, isCase, isTable, isShared }, below: inside };
}

/** `a?.on('b', …)` runs no case. */
function isOptional(call: Node): boolean {
  if (call.childForFieldName('optional_chain')) return true;
  const inner = call.childForFieldName('object') ?? call.childForFieldName('function');
  return inner !== null && isOptional(inner);
}

/** What known runners call a case and a group. */
const CASE = /^(?:[fx]?(?:test|it)|specify|tape|step)$/;
const GROUP = /^[fx]?(?:describe|context|suite|feature)$/;
/** What stands behind that: `test.skip.each(rows)`. */
const MODIFIER =
  /^(?:only|skip|todo|each|for|concurrent|sequential|serial|parallel|runIf|skipIf|if|fails|failing|shuffle)$/;

/** `test.skip.each(rows)`: all names of it. */
function namesOf(callee: Node): readonly string[] {
  if (callee.type === 'identifier') return [callee.text];
  const inner = callee.childForFieldName('object') ?? callee.childForFieldName('function');
  const property = callee.childForFieldName('property');
  return [...(inner ? namesOf(inner) : []), ...(property ? [property.text] : [])];
}

/** What a table puts into the titles of its cases. */
const IN_TABLE = /%[#$%a-zA-Z]|\$\{?[\w.$]+\}?/;

function titleOf(
  node: Node | undefined,
  isKnown: boolean,
  isTable: boolean,
  named: Named,
): readonly Part[] | undefined {
  if (!node || isFunction(node) || node.type === 'object') return undefined;
  const parts = partsOf(node, named);
  if (!isKnown && !parts.some((part) => part !== undefined && part !== '')) return undefined;
  if (!isTable) return parts;
  return parts.flatMap((part): readonly Part[] => {
    const [first, ...others] = part?.split(IN_TABLE) ?? [undefined];
    return [first, ...others.flatMap((other) => [undefined, other])];
  });
}

function partsOf(node: Node, named: Named): readonly Part[] {
  if (node.type === 'string') return [stringOf(node)];
  if (node.type === 'template_string') {
    const parts = childrenOf(node).flatMap((one): readonly Part[] => {
      const inside = one.type === 'template_substitution' ? statementsOf(one)[0] : undefined;
      return inside ? partsOf(inside, named) : [decoded(one)];
    });
    return parts.length > 0 ? parts : [''];
  }
  const sides = [node.childForFieldName('left'), node.childForFieldName('right')];
  if (node.type === 'binary_expression' && node.childForFieldName('operator')?.text === '+') {
    return sides.flatMap((side) => (side ? partsOf(side, named) : []));
  }
  const value = node.type === 'identifier' ? named.get(node.text) : undefined;
  return value?.type === 'string' ? [stringOf(value)] : [undefined];
}

function stringOf(node: Node): string {
  return childrenOf(node).map(decoded).join('');
}

const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};

function decoded({ type, text }: Node): string {
  if (type !== 'escape_sequence') return text;
  const [, hex] = /^\\(?:x|u)\{?([\da-fA-F]+)\}?$/.exec(text) ?? [];
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  const sign = text.slice(1);
  return /^\r?\n$/.test(sign) ? '' : (ESCAPED[sign] ?? sign);
}

/** The function that is given last, here or by its name. */
function bodyOf(given: readonly Node[], isKnown: boolean, named: Named): Node | string | undefined {
  const others = given.slice(1);
  const bodies = others.map((one) => (one.type === 'identifier' ? named.get(one.text) : one));
  const body = bodies.findLast((one) => one && isFunction(one));
  if (body || !isKnown) return body;
  if (others.some(({ type }) => type === 'call_expression')) return 'its body is made by a call';
  return others.some(({ type }) => type === 'identifier') ? 'its body stands elsewhere' : undefined;
}
