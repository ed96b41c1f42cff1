// JSON with places: `JSON.parse` tells a position only in some Node versions, none for a key that is
// there twice, and none for a value that is well-formed but of the wrong shape.

export type JsonNode =
  | Readonly<{ kind: 'object'; at: number; members: ReadonlyMap<string, JsonNode> }>
  | Readonly<{ kind: 'array'; at: number; items: readonly JsonNode[] }>
  | Readonly<{ kind: 'string' | 'number' | 'boolean' | 'null'; at: number }>;

/** 1-based, the column in UTF-16 units as editors count. */
export type Place = Readonly<{ line: number; column: number }>;

export type ReadJson =
  | Readonly<{ ok: true; root: JsonNode }>
  | Readonly<{ ok: false; at: number; message: string }>;

const MAX_DEPTH = 200;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const WORDS = { true: 'boolean', false: 'boolean', null: 'null' } as const;

/** Reads strict JSON. A key that is there twice is refused: one of the two values would be lost. */
export function readJson(text: string): ReadJson {
  const reader = { text, at: 0 };
  try {
    const root = readValue(reader, 0);
    skipSpace(reader);
    if (reader.at < text.length) fault(reader, 'Nothing may follow the closing bracket.');
    return { ok: true, root };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, at: error.at, message: error.message };
    throw error;
  }
}

export function placeOf(text: string, at: number): Place {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1 };
}

type Reader = { readonly text: string; at: number };

class Fault extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

function fault(reader: Reader, message: string): never {
  const { text, at } = reader;
  if (at >= text.length) throw new Fault(at, 'The file ends in the middle of a value.');
  const comment = text.startsWith('//', at) || text.startsWith('/*', at);
  throw new Fault(at, comment ? 'JSON has no comments.' : message);
}

function readValue(reader: Reader, depth: number): JsonNode {
  skipSpace(reader);
  const { text, at } = reader;
  if (depth > MAX_DEPTH) fault(reader, 'This is nested too deeply.');
  if (text[at] === '{') return readObject(reader, depth);
  if (text[at] === '[') return readArray(reader, depth);
  if (text[at] === '"') {
    readString(reader);
    return { kind: 'string', at };
  }
  for (const [word, kind] of Object.entries(WORDS)) {
    if (!text.startsWith(word, at)) continue;
    reader.at += word.length;
    return { kind, at };
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text)?.[0];
  if (number === undefined) return fault(reader, 'A value is expected here.');
  reader.at += number.length;
  return { kind: 'number', at };
}

function readObject(reader: Reader, depth: number): JsonNode {
  const at = reader.at;
  const members = new Map<string, JsonNode>();
  reader.at += 1;
  for (let more = !closes(reader, '}'); more; ) {
    skipSpace(reader);
    const keyAt = reader.at;
    if (reader.text[keyAt] !== '"') fault(reader, 'A key in double quotes is expected here.');
    const key = readString(reader);
    if (members.has(key)) throw new Fault(keyAt, `The key ${JSON.stringify(key)} is there twice.`);
    skipSpace(reader);
    if (reader.text[reader.at] !== ':') fault(reader, 'A colon is expected here.');
    reader.at += 1;
    members.set(key, readValue(reader, depth + 1));
    more = continues(reader, '}');
  }
  return { kind: 'object', at, members };
}

function readArray(reader: Reader, depth: number): JsonNode {
  const at = reader.at;
  const items: JsonNode[] = [];
  reader.at += 1;
  for (let more = !closes(reader, ']'); more; ) {
    items.push(readValue(reader, depth + 1));
    more = continues(reader, ']');
  }
  return { kind: 'array', at, items };
}

function readString(reader: Reader): string {
  STRING.lastIndex = reader.at;
  const raw = STRING.exec(reader.text)?.[0];
  if (raw === undefined) return fault(reader, 'This text has no closing quote, or a bad escape.');
  reader.at += raw.length;
  return String(JSON.parse(raw));
}

function closes(reader: Reader, bracket: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== bracket) return false;
  reader.at += 1;
  return true;
}

function continues(reader: Reader, bracket: string): boolean {
  if (closes(reader, bracket)) return false;
  if (reader.text[reader.at] !== ',') fault(reader, `A comma or "${bracket}" is expected here.`);
  const comma = reader.at;
  reader.at += 1;
  skipSpace(reader);
  if (reader.text[reader.at] === bracket) {
    throw new Fault(comma, `No comma may stand before "${bracket}".`);
  }
  return true;
}

function skipSpace(reader: Reader): void {
  while (' \t\n\r'.includes(reader.text[reader.at] ?? 'x')) reader.at += 1;
}
