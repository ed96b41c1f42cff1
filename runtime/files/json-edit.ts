// Edits JSON text and leaves every byte that an edit is not about. jsonc-parser finds the places; its
// own `modify` would reprint the lines around a place, and cuts a bracket off short lists.

import {
  applyEdits,
  createScanner,
  type Edit,
  findNodeAtLocation,
  type Node,
  parseTree,
  type SyntaxKind,
} from 'jsonc-parser';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
type JsonObject = { readonly [key: string]: Json };

/** How new JSON is written: what the formatters of a repository make of it stays the same. */
export type JsonStyle = Readonly<{
  indent: string;
  /** How many columns a tab counts for. */
  tabWidth: number;
  /** A list of plain values that fits stands on one line. */
  lineWidth: number;
}>;

/** What a repository shows nothing of: two spaces, 80 columns, as prettier has it. */
export const PLAIN_STYLE: JsonStyle = { indent: '  ', tabWidth: 2, lineWidth: 80 };

type Path = ReadonlyArray<string | number>;

/** `SyntaxKind.CommaToken`, an enum that is there for the type checker alone. */
const COMMA: SyntaxKind.CommaToken = 5;

/** A whole file, with the last newline. */
export function printFile(value: Json, style: JsonStyle): string {
  return `${print(value, { style, indent: '', before: 0, isLast: true })}\n`;
}

/** The style of a text that has lines of its own; what it does not show is as in `otherwise`. */
export function styleOf(text: string, otherwise: JsonStyle): JsonStyle {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0];
  return indent === undefined ? otherwise : { ...otherwise, indent };
}

/** Adds a member to the object, or an item to the list, that stands at `path`, behind all others. */
export function append(
  text: string,
  path: Path,
  entry: Readonly<{ key?: string; value: Json }>,
  style: JsonStyle,
): string {
  const inLine = isNested(entry.value) ? undefined : appendInLine(text, path, entry.value, style);
  if (inLine !== undefined) return inLine;
  const open = path.reduce<string>(
    (now, _, depth) => onLines(now, path.slice(0, depth), style),
    text,
  );
  const lines = onLines(open, path, style);
  const container = nodeAt(lines, path);
  const last = container.children?.at(-1);
  const eol = eolOf(text);
  const outer = indentAt(lines, container.offset);
  const indent = last ? indentAt(lines, last.offset) : outer + style.indent;
  const key = entry.key === undefined ? '' : `${JSON.stringify(entry.key)}: `;
  const printed = print(entry.value, { style, indent, before: key.length, isLast: true });
  const line = eol + indent + key + printed.replaceAll('\n', eol);
  if (last) return edited(lines, endOf(last), 0, `,${line}`);
  return edited(lines, container.offset + 1, container.length - 2, line + eol + outer);
}

/** A list on one line takes another plain value as long as it fits. */
function appendInLine(text: string, path: Path, value: Json, style: JsonStyle): string | undefined {
  const list = nodeAt(text, path);
  const last = list.children?.at(-1);
  if (list.type !== 'array' || !last || textOf(text, list).includes('\n')) return undefined;
  const longer = edited(text, endOf(last), 0, `, ${JSON.stringify(value)}`);
  return fits(lineAt(longer, list.offset), style, 0) ? longer : undefined;
}

/** What holds something on the line of its bracket gets a line for each entry; these stay as they are. */
function onLines(text: string, path: Path, style: JsonStyle): string {
  const container = nodeAt(text, path);
  const [first, ...others] = container.children ?? [];
  if (!first || text.slice(container.offset, first.offset).includes('\n')) return text;
  const eol = eolOf(text);
  const outer = indentAt(text, container.offset);
  const lines = [first, ...others].map(
    (entry) => `${eol}${outer}${style.indent}${textOf(text, entry)}`,
  );
  return edited(text, container.offset + 1, container.length - 2, lines.join(',') + eol + outer);
}

/** Puts another value in the place of one. */
export function replace(text: string, path: Path, value: Json, style: JsonStyle): string {
  const node = nodeAt(text, path);
  const indent = indentAt(text, node.offset);
  const before = node.offset - (text.lastIndexOf('\n', node.offset) + 1) - indent.length;
  const isLast = !/^\s*,/.test(text.slice(endOf(node)));
  const printed = print(value, { style, indent, before, isLast });
  return edited(text, node.offset, node.length, printed.replaceAll('\n', eolOf(text)));
}

/** Takes out what stands at `path`: a member with its key, or an item, and the comma it needed. */
export function remove(text: string, path: Path): string {
  const value = nodeAt(text, path);
  const entry = value.parent?.type === 'property' ? value.parent : value;
  const siblings = entry.parent?.children ?? [];
  const at = siblings.indexOf(entry);
  const before = siblings[at - 1];
  const after = siblings[at + 1];
  if (!entry.parent) throw new Error('the whole file is no entry');
  const from = before ? endOf(before) : entry.parent.offset + 1;
  const to = after ? after.offset : endOf(entry.parent) - 1;
  const around = text.slice(from, entry.offset) + text.slice(endOf(entry), to);
  if (/[^\s,]/.test(around)) return removeAmongComments(text, entry, { before, after });
  if (siblings.length === 1)
    return edited(text, entry.parent.offset + 1, entry.parent.length - 2, '');
  if (after) return edited(text, entry.offset, after.offset - entry.offset, '');
  const start = before ? endOf(before) : entry.offset;
  return edited(text, start, endOf(entry) - start, '');
}

/** Only the entry and its comma: whose the comments around it are, nobody knows. */
function removeAmongComments(
  text: string,
  entry: Node,
  { before, after }: Readonly<{ before: Node | undefined; after: Node | undefined }>,
): string {
  const comma = after ? commaAfter(text, endOf(entry)) : before && commaAfter(text, endOf(before));
  const cuts = [
    { offset: entry.offset, length: entry.length, content: '' },
    ...(comma === undefined ? [] : [{ offset: comma, length: 1, content: '' }]),
  ];
  const cut = applyEdits(text, cuts);
  const at = comma !== undefined && comma < entry.offset ? entry.offset - 1 : entry.offset;
  const start = cut.lastIndexOf('\n', at - 1) + 1;
  const end = cut.indexOf('\n', at) + 1;
  const isBlank = end > 0 && cut.slice(start, end).trim() === '';
  return isBlank ? cut.slice(0, start) + cut.slice(end) : cut;
}

function commaAfter(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : undefined;
}

function nodeAt(text: string, path: Path): Node {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...path]);
  if (!node) throw new Error(`nothing stands at ${path.join('.')}`);
  return node;
}

type Printing = Readonly<{
  style: JsonStyle;
  indent: string;
  /** Columns taken on the line by a key. */
  before: number;
  /** No comma follows. */
  isLast: boolean;
}>;

function print(value: Json, at: Printing): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const open = isList(value) ? '[' : '{';
  const close = isList(value) ? ']' : '}';
  const entries = isList(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item] as const);
  if (entries.length === 0) return open + close;
  if (isList(value) && !value.some(isNested)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const room = at.before + (at.isLast ? 0 : 1);
    if (fits(at.indent + line, at.style, room)) return line;
  }
  const indent = at.indent + at.style.indent;
  const lines = entries.map(([key, item], index) => {
    const isLast = index === entries.length - 1;
    return `${indent}${key}${print(item, { ...at, indent, before: key.length, isLast })}`;
  });
  return `${open}\n${lines.join(',\n')}\n${at.indent}${close}`;
}

function isNested(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function fits(line: string, { tabWidth, lineWidth }: JsonStyle, more: number): boolean {
  return line.replaceAll('\t', ' '.repeat(tabWidth)).length + more <= lineWidth;
}

function edited(text: string, offset: number, length: number, content: string): string {
  const edit: Edit = { offset, length, content };
  return applyEdits(text, [edit]);
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function textOf(text: string, node: Node): string {
  return text.slice(node.offset, endOf(node));
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** What a line begins with. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(lineAt(text, offset))?.[0] ?? '';
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(start, end === -1 ? undefined : end).trimEnd();
}
