// Bytes of a file a person wrote, made into a YAML document whose parts know where they stand.
// Everything that would cost more than it says (size, depth, aliases) is refused before it is built.

import { lstatSync } from 'node:fs';
import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Lexer,
  type Node,
  Parser,
  parseDocument,
  stringify,
} from 'yaml';
import { codeOf } from '../../files/file-failure.ts';
import { lineIndex } from '../../files/line-starts.ts';
import { inOrder, problem, type Source, sourceOf } from '../../files/problem-at.ts';
import { readBytes } from '../../files/reading.ts';
import { fail, ok, type Problem, type Result } from '../../model/failure.ts';
import {
  type DataPath,
  firstAlias,
  rangeOf,
  rangeWithin,
  startOf,
  type Within,
} from './yaml-places.ts';
import { syntaxProblem } from './yaml-syntax.ts';

const MAX_FILE_BYTES = 1024 * 1024;
/** Lists and maps within each other. The parser's own recursion ends the process at about 10,000. */
const MAX_DEPTH = 64;
const MAX_ALIASES = 100;
const MAX_SYNTAX_PROBLEMS = 10;

export type YamlText = Readonly<{
  bytes: Buffer;
  /** Undefined when the file holds nothing but comments. */
  data: unknown;
  /** A problem where the value (or the key) at `path` stands, or the nearest thing above it. */
  problemAt: (
    path: DataPath,
    at: 'key' | 'value' | 'inside',
    message: string,
    hint?: string,
    within?: Within,
  ) => Problem;
}>;

/** `display` is how the file is called in messages. */
export function readYaml(
  path: string,
  display: string,
  maxBytes = MAX_FILE_BYTES,
): Result<YamlText, Problem[]> {
  const whole = (message: string, hint?: string): Result<never, Problem[]> =>
    fail([{ file: display, line: 1, column: 1, message, ...(hint ? { hint } : {}) }]);
  const bytes = readSmall(path, maxBytes);
  if (!bytes.ok) return whole(bytes.error);
  const decoded = decode(bytes.value);
  const source = sourceOf(display, decoded.text);
  if (decoded.brokenAt !== null) {
    const hint = 'Save the file as UTF-8.';
    return fail([problem(source, decoded.brokenAt, 1, 'This is not UTF-8 text.', hint)]);
  }
  return parse(bytes.value, source);
}

/** Plain data as a person would write it. */
export function yamlOf(data: unknown): string {
  return stringify(data, { lineWidth: 100 });
}

/** What a text would hold if it stood in such a file. */
export function dataOfText(text: string): Result<unknown, Problem[]> {
  const read = yamlOfText(text, 'the text');
  return read.ok ? ok(read.value.data) : read;
}

/** `display` is how it is called in messages. */
export function yamlOfText(text: string, display: string): Result<YamlText, Problem[]> {
  const plain = text.replace(/^\uFEFF/, '');
  return parse(Buffer.from(plain), sourceOf(display, plain));
}

function readSmall(path: string, maxBytes: number): Result<Buffer, string> {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return fail('The file is not there.');
    if (stat.isSymbolicLink()) return fail('This is a link. Put the file itself here.');
    if (!stat.isFile()) return fail('This is not a file.');
    if (stat.size > maxBytes) return fail(tooLarge(stat.size, maxBytes));
    const bytes = readBytes(path);
    return bytes.length > maxBytes ? fail(tooLarge(bytes.length, maxBytes)) : ok(bytes);
  } catch (error) {
    return fail(`The file can't be read (${codeOf(error) || 'unknown error'}).`);
  }
}

function tooLarge(bytes: number, most: number): string {
  return `The file has ${bytes} bytes; more than ${most} (${most / 1024 / 1024} MB) are not read.`;
}

function decode(bytes: Buffer): Readonly<{ text: string; brokenAt: number | null }> {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, brokenAt: null };
  } catch {
    return { text, brokenAt: Math.max(0, text.indexOf('\uFFFD')) };
  }
}

function parse(bytes: Buffer, source: Source): Result<YamlText, Problem[]> {
  const { text } = source;
  const deepAt = tooDeepAt(text);
  if (deepAt !== null) {
    const message = `More than ${MAX_DEPTH} lists and maps stand within each other here.`;
    return fail([problem(source, deepAt, 1, message)]);
  }
  // `uniqueKeys` compares every key with every other: minutes for a file of 1 MB.
  const document = parseDocument(text, {
    prettyErrors: false,
    uniqueKeys: false,
    version: '1.2',
    logLevel: 'error',
  });
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) {
    const told = broken.map((error) => syntaxProblem(source, error, document.contents));
    return fail(inOrder(told).slice(0, MAX_SYNTAX_PROBLEMS));
  }
  const refused = inspect(document.contents, source);
  if (refused.length > 0) return fail(refused);
  let data: unknown;
  try {
    data = document.contents === null ? undefined : document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    // An alias to nowhere, or aliases of aliases that would unfold to more than the file holds.
    const message = error instanceof ReferenceError ? error.message : String(error);
    return fail([problem(source, firstAlias(document.contents) ?? 0, 1, `${message}.`)]);
  }
  const alias = firstAlias(document.contents);
  if (alias !== undefined && holdsItself(data)) {
    return fail([problem(source, alias, 1, 'An alias stands within what it names.')]);
  }
  return ok({
    bytes,
    data,
    problemAt: (path, at, message, hint, within) => {
      const whole = rangeOf(document, path, at);
      const { start, end } = within ? rangeWithin(text, whole, within) : whole;
      return problem(source, start, end - start, message, hint);
    },
  });
}

function holdsItself(data: unknown, above: readonly unknown[] = []): boolean {
  if (typeof data !== 'object' || data === null) return false;
  if (above.includes(data)) return true;
  return Object.values(data).some((value) => holdsItself(value, [...above, data]));
}

/** Where the nesting passes the limit. The token parser keeps a stack of its own, so this is safe. */
function tooDeepAt(text: string): number | null {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _token of parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) return Math.min(parser.offset, text.length);
  }
  return null;
}

/** What YAML allows and no file of ours may have. */
function inspect(root: Node | null, source: Source): Problem[] {
  const problems: Problem[] = [];
  const open: unknown[] = [root];
  let aliases = 0;
  while (open.length > 0) {
    const node = open.pop();
    if (isAlias(node)) {
      aliases += 1;
      if (aliases === MAX_ALIASES + 1) {
        problems.push(
          problem(source, startOf(node), 1, `There are more than ${MAX_ALIASES} aliases.`),
        );
      }
    } else if (isPair(node)) {
      open.push(node.value);
    } else if (isMap(node)) {
      problems.push(...keyProblems(node.items, source));
      open.push(...node.items);
    } else if (isCollection(node)) {
      open.push(...node.items);
    }
  }
  return problems.slice(0, MAX_SYNTAX_PROBLEMS);
}

function keyProblems(pairs: ReadonlyArray<{ key: unknown }>, source: Source): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, number>();
  for (const { key } of pairs) {
    if (!isScalar(key)) {
      problems.push(problem(source, startOf(key), 1, 'A key must be a plain word.'));
      continue;
    }
    const name = String(key.value);
    const start = startOf(key);
    const first = seen.get(name);
    if (first === undefined) {
      seen.set(name, start);
      continue;
    }
    const line = lineIndex(source.starts, first) + 1;
    const width = (key.range?.[1] ?? start + 1) - start;
    const hint = `It is in line ${line} already. Keep one of them.`;
    problems.push(problem(source, start, width, `"${name}" is here twice.`, hint));
  }
  return problems;
}
