// A file of JavaScript or TypeScript as a tree, and the style in which it is written. Here alone stands the
// parser. Types, JSX and regular expressions make counting brackets too unsure to put lines by it.

import { type ParserPlugin, parse } from '@babel/parser';

/** Of the tree of the parser only what is asked for here, by its kind. */
export type Node = Readonly<{
  type: string;
  start: number;
  end: number;
  extra?: Readonly<{ parenthesized?: boolean; parenStart?: number; raw?: string }>;
}>;

type Function = {
  params: readonly Node[];
  body: Node;
  async?: boolean;
  generator?: boolean;
  returnType?: Node | null;
};
type Call = { callee: Node; arguments: readonly Node[] };
type Kinds = {
  ArrowFunctionExpression: Function;
  AssignmentExpression: { left: Node; right: Node };
  AwaitExpression: object;
  BinaryExpression: { operator: string; left: Node; right: Node };
  BlockStatement: { body: readonly Node[]; directives: readonly Node[] };
  CallExpression: Call;
  ExportDefaultDeclaration: { declaration: Node };
  ExportNamedDeclaration: { declaration: Node | null };
  ExpressionStatement: { expression: Node };
  FunctionDeclaration: Function & { id: Node | null };
  FunctionExpression: Function;
  Identifier: { name: string };
  ImportDeclaration: object;
  MemberExpression: { object: Node; property: Node };
  NewExpression: Call;
  ObjectExpression: object;
  ReturnStatement: { argument: Node | null };
  StringLiteral: { value: string };
  TaggedTemplateExpression: { tag: Node };
  TemplateElement: { value: { cooked: string | null } };
  TemplateLiteral: { quasis: readonly Node[]; expressions: readonly Node[] };
  ThrowStatement: object;
  VariableDeclaration: { declarations: ReadonlyArray<Of<'VariableDeclarator'>> };
  VariableDeclarator: { id: Node; init: Node | null };
};

export type Of<Kind extends keyof Kinds> = Node & Readonly<Kinds[Kind] & { type: Kind }>;
export type AnyFunction = Node & Readonly<Function>;

export function isA<Kind extends keyof Kinds>(
  node: Node | null | undefined,
  ...kinds: readonly Kind[]
): node is Of<Kind> {
  return kinds.some((kind) => node?.type === kind);
}

export function isFunction(node: Node | null | undefined): node is AnyFunction {
  return isA(node, 'ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration');
}

export type Program = Readonly<{ body: readonly Node[]; directives: readonly Node[] }>;

export type Source = Readonly<{
  text: string;
  program: Program;
  comments: ReadonlyArray<Readonly<{ start: number; end: number }>>;
  /** As most strings of it have. */
  quote: '"' | "'";
  /** Empty where its statements end without one. */
  semicolon: '' | ';';
}>;

const COMMON: readonly ParserPlugin[] = ['decorators-legacy', 'explicitResourceManagement'];

/** Undefined: it is not well formed, or of a language that only looks like it. */
export function parseJavascript(path: string, text: string): Source | undefined {
  for (const plugins of pluginsFor(path)) {
    const source = tryParse(text, [...COMMON, ...plugins]);
    if (source) return source;
  }
  return undefined;
}

function pluginsFor(path: string): ReadonlyArray<readonly ParserPlugin[]> {
  if (/\.[cm]?ts$/i.test(path)) return [['typescript']];
  if (/\.tsx$/i.test(path)) return [['typescript', 'jsx']];
  // Types of either kind are written in files with this ending too.
  return [['jsx'], ['jsx', 'flow'], ['jsx', 'typescript']];
}

function tryParse(text: string, plugins: ParserPlugin[]): Source | undefined {
  try {
    const { program, comments } = parse(text, {
      sourceType: 'unambiguous',
      plugins,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowUndeclaredExports: true,
    }) as unknown as Pick<Source, 'program' | 'comments'>;
    return { text, program, comments, ...styleOf(program, text) };
  } catch {
    return undefined;
  }
}

function styleOf(program: Program, text: string): Pick<Source, 'quote' | 'semicolon'> {
  let doubles = 0;
  let closed = 0;
  for (const node of nodesIn(program)) {
    if (isA(node, 'StringLiteral')) doubles += text[node.start] === '"' ? 1 : -1;
    if (isA(node, 'ExpressionStatement', 'ImportDeclaration')) {
      closed += text[node.end - 1] === ';' ? 1 : -1;
    }
  }
  return { quote: doubles > 0 ? '"' : "'", semicolon: closed < 0 ? '' : ';' };
}

/** All nodes of it, outer ones first. `enters`: whether to look into one. */
export function nodesIn(
  node: object,
  enters: (node: Node) => boolean = () => true,
  found: Node[] = [],
): readonly Node[] {
  if (isNode(node)) {
    found.push(node);
    if (!enters(node)) return found;
  }
  for (const child of childrenOf(node)) nodesIn(child, enters, found);
  return found;
}

export function childrenOf(node: object): readonly Node[] {
  const found: Node[] = [];
  for (const value of Object.values(node)) {
    if (isNode(value)) found.push(value);
    else if (Array.isArray(value)) found.push(...value.filter(isNode));
  }
  return found;
}

function isNode(value: unknown): value is Node {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return typeof value.type === 'string' && !value.type.startsWith('Comment');
}
