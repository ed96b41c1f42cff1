// Calls that may run a case: a title and a function. With the titles of those around it, this is the name that
// a runner reports, whatever the call is named and wherever it was imported from.

import {
  type AnyFunction,
  childrenOf,
  isA,
  isFunction,
  type Node,
  nodesIn,
  type Of,
  type Program,
} from './javascript-tree.ts';
import type { Part } from './plant-body.ts';

export type Call = Readonly<{
  title: readonly Part[];
  /** Or why nobody can say where it stands. */
  body: AnyFunction | string;
  /** By the name of what is called; else its own name alone can tell. */
  isCase: boolean;
  /** One body for each row of a table. */
  isTable: boolean;
  /** The body has a name, and may be called by others. */
  isShared: boolean;
}>;

/** In the order of the text, outer ones first. */
export function callsIn(program: Program): readonly Call[] {
  const named = namedIn(program);
  return [...within(program, [], named)];
}

type Named = ReadonlyMap<string, Node | undefined>;

/** Functions and values of this file that have a name of their own; undefined: there are two of that name. */
function namedIn(program: Program): Named {
  const named = new Map<string, Node | undefined>();
  for (const node of nodesIn(program)) {
    const id = isA(node, 'FunctionDeclaration', 'VariableDeclarator') ? node.id : undefined;
    if (!isA(id, 'Identifier')) continue;
    const value = isA(node, 'VariableDeclarator') ? (node.init ?? undefined) : node;
    named.set(id.name, named.has(id.name) ? undefined : value);
  }
  return named;
}

function* within(node: object, groups: readonly Part[], named: Named): Generator<Call> {
  for (const child of childrenOf(node)) yield* at(child, groups, named);
}

function* at(node: Node, groups: readonly Part[], named: Named): Generator<Call> {
  // Nobody sees here from where a function of its own is called.
  if (isFunction(node) || /Method$/.test(node.type)) yield* within(node, [undefined], named);
  else if (isA(node, 'CallExpression')) yield* ofCall(node, groups, named);
  else yield* within(node, groups, named);
}

function* ofCall(
  node: Of<'CallExpression'>,
  groups: readonly Part[],
  named: Named,
): Generator<Call> {
  const { callee, arguments: given } = node;
  const called = namesOf(callee);
  const runner = called.findLast((name) => !MODIFIER.test(name));
  const isCase = runner !== undefined && CASE.test(runner);
  const isGroup = runner !== undefined && GROUP.test(runner);
  const isTable = called.some((name) => name === 'each' || name === 'for');
  const title = titleOf(given[0], isCase || isGroup, isTable, named);
  const body = title && bodyOf(given, isCase, named);
  const path = title ? [...groups, ...(groups.length > 0 ? [' > '] : []), ...title] : groups;
  if (title && body && !isGroup) {
    const isShared = typeof body !== 'string' && !given.includes(body);
    yield { title: path, body, isCase, isTable, isShared };
  }
  yield* isFunction(callee) ? within(callee, groups, named) : at(callee, groups, named);
  for (const one of given) {
    if (isFunction(one)) yield* within(one, one === body ? path : groups, named);
    else yield* at(one, groups, named);
  }
}

/** What known runners call a case and a group. */
const CASE = /^(?:[fx]?(?:test|it)|specify|tape|step)$/;
const GROUP = /^[fx]?(?:describe|context|suite|feature)$/;
/** What stands behind that: `test.skip.each(rows)`. */
const MODIFIER =
  /^(?:only|skip|todo|each|for|concurrent|sequential|serial|parallel|runIf|skipIf|if|fails|failing|shuffle)$/;

/** `test.skip.each(rows)`: all names of it. */
function namesOf(callee: Node): readonly string[] {
  if (isA(callee, 'Identifier')) return [callee.name];
  if (isA(callee, 'MemberExpression')) {
    const { property } = callee;
    return [...namesOf(callee.object), ...(isA(property, 'Identifier') ? [property.name] : [])];
  }
  if (isA(callee, 'CallExpression')) return namesOf(callee.callee);
  return isA(callee, 'TaggedTemplateExpression') ? namesOf(callee.tag) : [];
}

/** What a table puts into the titles of its cases. */
const IN_TABLE = /%[#$%a-zA-Z]|\$\{?[\w.$]+\}?/;

function titleOf(
  node: Node | undefined,
  isKnown: boolean,
  isTable: boolean,
  named: Named,
): readonly Part[] | undefined {
  if (!node || isFunction(node) || isA(node, 'ObjectExpression')) return undefined;
  const parts = partsOf(node, named);
  if (!isKnown && !parts.some((part) => part !== undefined && part !== '')) return undefined;
  if (!isTable) return parts;
  return parts.flatMap((part): readonly Part[] => {
    const [first, ...others] = part?.split(IN_TABLE) ?? [undefined];
    return [first, ...others.flatMap((other) => [undefined, other])];
  });
}

function partsOf(node: Node, named: Named): readonly Part[] {
  if (isA(node, 'StringLiteral')) return [node.value];
  if (isA(node, 'BinaryExpression') && node.operator === '+') {
    return [...partsOf(node.left, named), ...partsOf(node.right, named)];
  }
  if (isA(node, 'TemplateLiteral')) {
    return node.quasis.flatMap((quasi, nth): readonly Part[] => {
      const words = isA(quasi, 'TemplateElement') ? (quasi.value.cooked ?? undefined) : undefined;
      const expression = node.expressions[nth];
      return expression ? [words, ...partsOf(expression, named)] : [words];
    });
  }
  const value = isA(node, 'Identifier') ? named.get(node.name) : undefined;
  return isA(value, 'StringLiteral') ? [value.value] : [undefined];
}

/** The function that is given last, here or by its name. */
function bodyOf(
  given: readonly Node[],
  isKnown: boolean,
  named: Named,
): AnyFunction | string | undefined {
  const bodies = given.slice(1).map((one) => (isA(one, 'Identifier') ? named.get(one.name) : one));
  const body = bodies.findLast(isFunction);
  if (body || !isKnown) return body;
  if (given.slice(1).some((one) => isA(one, 'CallExpression'))) return 'its body is made by a call';
  return given.slice(1).some((one) => isA(one, 'Identifier'))
    ? 'its body stands elsewhere'
    : undefined;
}
