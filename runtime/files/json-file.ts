// JSON files of people, read with places: `JSON.parse` gives a position only in some Node versions,
// none for a key that is there twice, and none for a value that is of the wrong shape.

import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** 1-based, the column in UTF-16 units as editors count. */
type Place = Readonly<{ line: number; column: number }>;

type ReadJson =
  | Readonly<{ ok: true; root: Node; value: unknown }>
  | Readonly<{ ok: false; at: number; message: string }>;

/**
 * Kept only to take something of ours out of a file that nothing else reads any more. `jsonc`: a file whose own tool
 * reads comments, and a comma before a closing bracket.
 */
export type Comments = 'refuse-comments' | 'keep-comments' | 'jsonc';

/** The parser calls itself for each level. */
const MAX_DEPTH = 200;

/**
 * Reads JSON as the client and npm do: no comments, no comma before a closing bracket. A key that is
 * there twice is refused too: one of the two values would be lost.
 */
export function readJson(text: string, comments: Comments = 'refuse-comments'): ReadJson {
  const tooDeep = depthProblem(text);
  if (tooDeep !== undefined) return refused(tooDeep, 'This is nested too deeply.');
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    disallowComments: comments === 'refuse-comments',
    allowTrailingComma: comments === 'jsonc',
  });
  const [first] = errors;
  if (first) return refused(...wordsFor(first, text));
  if (!root) return refused(text.length, ENDS);
  const twice = keyThereTwice(root);
  if (twice) return refused(twice.offset, `The key ${JSON.stringify(twice.value)} is there twice.`);
  return { ok: true, root, value: getNodeValue(root) };
}

export function placeOf(text: string, at: number): Place {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1 };
}

const ENDS = 'The file ends in the middle of a value.';
const BAD_TEXT = 'This text has no closing quote, or a bad escape.';

const WORDS: Readonly<Record<string, string>> = {
  ColonExpected: 'A colon is expected here.',
  EndOfFileExpected: 'Nothing may follow the closing bracket.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfComment: 'JSON has no comments.',
  UnexpectedEndOfString: BAD_TEXT,
  InvalidUnicode: BAD_TEXT,
  InvalidEscapeCharacter: BAD_TEXT,
  InvalidCharacter: BAD_TEXT,
};

function wordsFor({ error, offset }: ParseError, text: string): [number, string] {
  const kind = printParseErrorCode(error);
  const known = WORDS[kind];
  if (known !== undefined) return [offset, known];
  const { open, comma, needsKey } = contextAt(text, offset);
  const found = text[offset] ?? '';
  if (comma !== undefined && '}]'.includes(found || ' ')) {
    return [comma, `No comma may stand before "${found}".`];
  }
  if (/^[ \t\r\n]*$/.test(text.slice(offset))) return [text.length, ENDS];
  if (kind === 'CommaExpected') {
    return [offset, `A comma or "${open === '{' ? '}' : ']'}" is expected here.`];
  }
  if (open === undefined && text.slice(0, offset).trim() !== '') {
    return [offset, 'Nothing may follow the closing bracket.'];
  }
  const wanted = needsKey ? 'A key in double quotes' : 'A value';
  return [offset, `${wanted} is expected here.`];
}

type Context = Readonly<{ open: string | undefined; comma: number | undefined; needsKey: boolean }>;

/** In which bracket a place lies, and whether a comma, or what begins an entry, stands before it. */
function contextAt(text: string, at: number): Context {
  const open: string[] = [];
  let last = '';
  let lastAt = 0;
  for (const { offset, token } of tokens(text)) {
    if (offset >= at) break;
    last = token;
    lastAt = offset;
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
  }
  const within = open.at(-1);
  const needsKey = within === '{' && (last === '{' || last === ',');
  return { open: within, comma: last === ',' ? lastAt : undefined, needsKey };
}

function refused(at: number, message: string): ReadJson {
  return { ok: false, at, message };
}

function depthProblem(text: string): number | undefined {
  let depth = 0;
  for (const { offset, token } of tokens(text)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth > MAX_DEPTH) return offset;
  }
  return undefined;
}

type Token = Readonly<{ offset: number; token: string }>;

function* tokens(text: string): Generator<Token> {
  const scanner = createScanner(text, true);
  scanner.scan();
  while (scanner.getTokenOffset() < text.length) {
    const offset = scanner.getTokenOffset();
    yield { offset, token: text.slice(offset, offset + scanner.getTokenLength()) };
    scanner.scan();
  }
}

function keyThereTwice(node: Node): Node | undefined {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined;
    if (key && seen.has(key.value)) return key;
    if (key) seen.add(key.value);
    const within = keyThereTwice(child);
    if (within) return within;
  }
  return undefined;
}
