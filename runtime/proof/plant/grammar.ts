// Texts as trees of syntax, by the grammars of tree-sitter. They are loaded once, where a line is planted. Texts come
// out of repositories: one that is long, deep or slow to read is refused, and each tree is freed behind its use.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language, Node, Parser, Tree } from '@vscode/tree-sitter-wasm';
import { readBytes } from '../../files/reading.ts';
import { GRAMMARS, type GrammarName, standInFor } from './stand-ins.ts';

export type { Node };

const fileOf = (name: string): string => `tree-sitter-${name}.wasm`;
/** What is loaded, but for the engine. */
export const GRAMMAR_FILES: readonly string[] = ['tree-sitter.wasm', ...GRAMMARS.map(fileOf)];

/** `text`: all of it; the root begins behind the blanks of its beginning. Places are UTF-16 units. */
export type Source = Readonly<{ root: Node; text: string }>;

/** Or why there is no tree: half a sentence. */
export type Parse = (grammar: GrammarName, text: string) => Source | string;

export type Grammars = Readonly<{
  /** What `parse` gives is freed when `use` ends. */
  read: <T>(use: (parse: Parse) => T) => T;
  /** What the memory of the parser takes up. It never gets smaller. */
  bytes: () => number;
}>;

const UNREADABLE = 'its file could not be read';
/** Longer ones are made by programs. */
const MOST_CHARS = 1_000_000;
/** For one text: the longest take a second, and a fifth of these pages of 64 KB. */
const MOST = { ms: 10_000, pages: 8192 };
/** Levels of a tree; six or so are one block in another. */
const MOST_DEPTH = 1000;
/** A parser that grew so large for one file is not kept for others. */
const LARGE_BYTES = 256 * 1024 * 1024;

/** The types of Node have none of it. */
type Memory = Readonly<{ buffer: ArrayBuffer }>;
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => Memory };

let loaded: Promise<Grammars> | undefined;

export function loadGrammars(): Promise<Grammars> {
  loaded ??= grammarsIn(grammarFolder());
  return loaded;
}

/** What cannot be loaded is the reason why there is no tree. */
export async function grammarsIn(folder: string, most = MOST): Promise<Grammars> {
  const memory = new WebAssembly.Memory({ initial: 512, maximum: most.pages });
  const bytes = () => memory.buffer.byteLength;
  const engine = await orWhy(ENGINE, () => startEngine(folder, memory));
  if (typeof engine === 'string') return { read: (use) => use(() => engine), bytes };
  const languages = new Map<GrammarName, Language | string>();
  for (const name of GRAMMARS) {
    const load = () => engine.Language.load(readBytes(join(folder, fileOf(name))));
    languages.set(name, await orWhy(fileOf(name), load));
  }
  const reader = new Reader(engine.Parser, most.ms);
  const parse: Parse = (grammar, text) => {
    const language = languages.get(grammar) ?? UNREADABLE;
    if (typeof language === 'string') return language;
    if (text.length > MOST_CHARS) return 'its file is too long';
    const source = reader.read(language, text, text);
    const other = source === UNREADABLE ? standInFor(grammar, text) : text;
    return other === text ? source : reader.read(language, text, other);
  };
  const read = <T>(use: (parse: Parse) => T): T => {
    try {
      return use(parse);
    } finally {
      reader.free();
      if (reader.broken !== undefined || bytes() > LARGE_BYTES) loaded = undefined;
    }
  };
  return { read, bytes };
}

declare const WUKONG_VERSION: string;
/** Else what runs are the sources. */
const IS_BUILT = typeof WUKONG_VERSION !== 'undefined';

const ENGINE = IS_BUILT ? 'tree-sitter.cjs' : 'tree-sitter.js';
/** Seen from the program of the hooks, from the commands, and from the commands of the plugin. */
const BUILT = ['grammars', '../runtime/grammars', '../../runtime/grammars'];

function grammarFolder(): string {
  if (!IS_BUILT) return dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
  const folders = BUILT.map((folder) => join(import.meta.dirname, folder));
  return folders.find((folder) => existsSync(folder)) ?? join(import.meta.dirname, 'grammars');
}

async function orWhy<T>(file: string, load: () => Promise<T>): Promise<T | string> {
  try {
    return await load();
  } catch (error) {
    return `${file} of Wukong is missing or damaged (${messageOf(error)})`;
  }
}

type Engine = Readonly<{ Language: typeof Language; Parser: typeof Parser }>;

async function startEngine(folder: string, wasmMemory: Memory): Promise<Engine> {
  const file = join(folder, ENGINE);
  const need = createRequire(file);
  // It keeps one memory for good: who loads it once more wants another one.
  delete need.cache[need.resolve(file)];
  const engine: Engine = need(file);
  const given = {
    locateFile: (name: string) => join(folder, name),
    wasmMemory,
    // It throws what it would print.
    printErr: () => undefined,
  };
  await engine.Parser.init(given);
  return engine;
}

/** Makes trees, and keeps them until they are freed. */
class Reader {
  /** Why it reads nothing any more: what it keeps may be in disorder. */
  broken: string | undefined;
  readonly #parsers: typeof Parser;
  readonly #mostMs: number;
  readonly #owned: Array<Parser | Tree> = [];

  constructor(parsers: typeof Parser, mostMs: number) {
    this.#parsers = parsers;
    this.#mostMs = mostMs;
  }

  /** `other`: what is read in the place of the text. */
  read(language: Language, text: string, other: string): Source | string {
    if (this.broken !== undefined) return this.broken;
    try {
      const tree = this.#treeOf(language, text, other);
      if (!tree) return 'its file takes too long to be read';
      if (tree.rootNode.hasError) return UNREADABLE;
      return isDeep(tree) ? 'its file is nested too deeply' : { root: tree.rootNode, text };
    } catch (error) {
      this.broken = `${UNREADABLE} (${messageOf(error)})`;
      return this.broken;
    }
  }

  #treeOf(language: Language, text: string, other: string): Tree | null {
    const parser = new this.#parsers();
    this.#owned.push(parser.setLanguage(language));
    const until = performance.now() + this.#mostMs;
    const progressCallback = () => performance.now() > until;
    let read = other;
    const tree = parser.parse((at) => read.slice(at), null, { progressCallback });
    // From now on nodes are asked for what stands there.
    read = text;
    if (tree) this.#owned.push(tree);
    return tree;
  }

  free(): void {
    const owned = this.#owned.splice(0);
    if (this.broken === undefined) for (const one of owned) one.delete();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isDeep(tree: Tree): boolean {
  const cursor = tree.walk();
  let depth = 0;
  let isUp = false;
  while (depth >= 0 && depth <= MOST_DEPTH) {
    if (!isUp && cursor.gotoFirstChild()) depth += 1;
    else if (cursor.gotoNextSibling()) isUp = false;
    else {
      isUp = true;
      depth = cursor.gotoParent() ? depth - 1 : -1;
    }
  }
  cursor.delete();
  return depth > MOST_DEPTH;
}

/** All nodes below one, in the order of the text. `enters`: whether to look into one. */
export function* nodesBelow(
  node: Node,
  enters: (node: Node) => boolean = () => true,
): Generator<Node> {
  const waiting = childrenOf(node).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (enters(next)) for (const child of childrenOf(next).toReversed()) waiting.push(child);
  }
}

/** The named ones. */
export function childrenOf(node: Node): readonly Node[] {
  return node.namedChildren.filter((one) => one !== null);
}

/** Those of one kind. */
export function allOf(node: Node, kind: string, enters?: (node: Node) => boolean): Node[] {
  return [...nodesBelow(node, enters)].filter(({ type }) => type === kind);
}

/** What stands in a block, without its comments. */
export function statementsOf(block: Node): readonly Node[] {
  return childrenOf(block).filter(({ type }) => !/comment$/.test(type));
}
