// A large goal on disk: its head (what is true of the goal, counts and lists) in one file, and its nodes
// in pages of sixteen, so that a step reads and writes the few it is about. A page has the whole of a
// node: its part of the plan, where it stands, its runs. Pages are named by their content, and the head
// names them all: what was read and is the same as before is not written again, whoever changed it.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { nearOf } from '../kernel/large.ts';
import type { NearRow } from '../model/large.ts';
import type { Goal, NodeState, Run } from '../model/state.ts';
import { replaceFile } from './atomic.ts';
import { contentName } from './content-name.ts';
import { isStored, readNamed } from './goal-files.ts';
import { clearTheWay } from './links.ts';
import { files, type Workspace } from './paths.ts';

const PAGE_NODES = 16;

/** `places`: where its outgoing edges stand in the plan. */
type Row = NearRow & { node: NodeState; places: number[] };
type Page = readonly [first: string, name: string];
export type GoalHead = Omit<Goal, 'specs' | 'edges' | 'nodes' | 'runs' | 'near'> & {
  pages: Page[];
};

/** What was read of a goal. */
type Book = {
  readonly ws: Workspace;
  readonly id: string;
  readonly sha256: string;
  pages: Page[];
  readonly rows: Map<number, Row[]>;
  /** As they were read. */
  readonly texts: Map<number, string>;
  /** Files that the head does not name any more; undefined: whoever they are. */
  replaced: string[] | undefined;
};

const books = new WeakMap<Goal, Book>();

/** The goal as the kernel knows it, of which pages are read when they are asked for. */
export function openPages(ws: Workspace, head: GoalHead): Goal {
  const { pages, ...rest } = head;
  const goal = rest as unknown as Goal;
  const read = { rows: new Map(), texts: new Map() };
  const sha256 = goal.large?.graph.sha256 ?? '';
  const book: Book = { ws, id: goal.id, sha256, pages, ...read, replaced: [] };
  books.set(goal, book);
  let whole: Pick<Goal, 'specs' | 'edges'> | undefined;
  const plan = (): Pick<Goal, 'specs' | 'edges'> => {
    whole ??= planOf(allRows(book));
    return whole;
  };
  return Object.defineProperties(goal, {
    specs: { get: () => plan().specs, enumerable: true },
    edges: { get: () => plan().edges, enumerable: true },
    nodes: { value: nodesOf(book), enumerable: true },
    runs: { value: runsOf(book, goal), enumerable: true },
    near: { value: (id: string) => rowOf(book, id), enumerable: false },
  });
}

/** For whoever goes on to use the goal when its pages may have been replaced. */
export function readAllPages(goal: Goal): void {
  const book = books.get(goal);
  if (book) allRows(book);
}

/** Writes what has changed, and returns the file of the head, below .wukong/. */
export function savePages(ws: Workspace, goal: Goal): string {
  const book = (goal.near && books.get(goal)) ?? wholeBook(ws, goal);
  clearTheWay(folderOf(ws, book));
  for (const [n, rows] of book.rows) {
    const page = book.pages[n];
    const text = JSON.stringify(rows);
    // A checksum takes longer than looking whether anything was changed.
    if (!page || text === book.texts.get(n)) continue;
    if (page[1] !== '') book.replaced?.push(fileOf(book, n));
    book.pages[n] = [page[0], nameOf(rows)];
    book.texts.set(n, text);
    // Even if there is a file of that name: a power cut may have emptied it.
    replaceFile(pathOf(book, n), text, false);
  }
  // A plan is lost or comes back without an event, and a name never means two things.
  const file = `goals/${goal.id}.${goal.as_of}${goal.large?.lost ? '.lost' : ''}.json`;
  const path = `${ws.dir}/${file}`;
  if (!isStored(goal, path)) replaceFile(path, `${JSON.stringify(headOf(goal, book))}\n`, false);
  books.set(goal, book);
  return file;
}

/** Of what can change: the plan of a folder is always the same. */
function nameOf(rows: readonly Row[]): string {
  return contentName(Buffer.from(JSON.stringify(rows.map(({ node, runs }) => [node, runs]))));
}

/** Removes the pages that the head does not name any more. */
export function tidyPages(ws: Workspace, goal: Goal): void {
  const book = books.get(goal);
  // Of a lost plan these pages may be all there is.
  if (!book || goal.large?.lost) return;
  const folder = folderOf(ws, book);
  for (const name of book.replaced ?? strangers(book, folder)) {
    rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
  book.replaced = [];
}

function strangers(book: Book, folder: string): string[] {
  if (!existsSync(folder)) return [];
  const kept = new Set(book.pages.map((_, n) => fileOf(book, n)));
  return readdirSync(folder).filter((name) => !kept.has(name));
}

function headOf(goal: Goal, { pages }: Book): GoalHead {
  const head: Record<string, unknown> = {};
  for (const key of Object.keys(goal)) {
    if (key === 'specs' || key === 'edges' || key === 'nodes' || key === 'runs') continue;
    head[key] = goal[key as keyof Goal];
  }
  return { ...head, pages } as GoalHead;
}

/** The first digits of the plan's hash keep caches of another log apart, which has a goal of this name too. */
function folderOf(ws: Workspace, { id, sha256 }: Pick<Book, 'id' | 'sha256'>): string {
  return `${files.goals(ws)}/${id}.${sha256.slice(0, 8)}`;
}

function fileOf({ pages }: Book, n: number): string {
  return `${String(n).padStart(4, '0')}.${pages[n]?.[1]}.json`;
}

function pathOf(book: Book, n: number): string {
  return `${folderOf(book.ws, book)}/${fileOf(book, n)}`;
}

/** Shorter ids first, so that N-1000 comes behind N-999: neighbours of a plan are mostly on one page. */
function isBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

function rowOf(book: Book, id: string): Row | undefined {
  let low = 0;
  let high = book.pages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(id, book.pages[middle]?.[0] ?? '')) high = middle;
    else low = middle + 1;
  }
  return low === 0 ? undefined : rowsOf(book, low - 1).find(({ spec }) => spec.id === id);
}

function rowsOf(book: Book, n: number): Row[] {
  const known = book.rows.get(n);
  if (known) return known;
  const { text, value } = readNamed<Row[]>(pathOf(book, n));
  book.rows.set(n, value);
  book.texts.set(n, text);
  return value;
}

/** In plan order. */
function allRows(book: Book): Row[] {
  const rows = book.pages.flatMap((_, n) => rowsOf(book, n));
  return rows.sort((a, b) => a.at - b.at);
}

function planOf(rows: readonly Row[]): Pick<Goal, 'specs' | 'edges'> {
  const edges: Goal['edges'] = [];
  for (const { out, places } of rows) {
    for (const [i, edge] of out.entries()) edges[places[i] ?? 0] = edge;
  }
  return { specs: rows.map(({ spec }) => spec), edges };
}

/** Pages of a goal that is there as a whole. */
function wholeBook(ws: Workspace, goal: Goal): Book {
  const ids = goal.specs.map(({ id }) => id).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const runs = new Map<string, Run[]>(ids.map((id) => [id, []]));
  for (const run of Object.values(goal.runs)) runs.get(run.node)?.push(run);
  const places = new Map<string, number[]>(ids.map((id) => [id, []]));
  for (const [i, { from }] of goal.edges.entries()) places.get(from)?.push(i);
  const none = { rows: new Map(), texts: new Map(), replaced: undefined };
  const sha256 = goal.large?.graph.sha256 ?? '';
  const book: Book = { ws, id: goal.id, sha256, pages: [], ...none };
  for (let at = 0; at < ids.length; at += PAGE_NODES) {
    const rows = ids.slice(at, at + PAGE_NODES).flatMap((id): Row[] => {
      const node = goal.nodes[id];
      const more = { runs: runs.get(id) ?? [], places: places.get(id) ?? [] };
      return node ? [{ ...nearOf(goal, id), node, ...more }] : [];
    });
    book.rows.set(book.pages.length, rows);
    book.pages.push([ids[at] ?? '', '']);
  }
  return book;
}

function nodesOf(book: Book): Goal['nodes'] {
  return view<NodeState>({
    get: (id) => rowOf(book, id)?.node,
    put: (id, node) => {
      const row = rowOf(book, id);
      if (row) row.node = node;
    },
    keys: () => allRows(book).map(({ spec }) => spec.id),
  });
}

function runsOf(book: Book, goal: Goal): Goal['runs'] {
  // Whoever goes through them all asks for each by its id.
  let all: Map<string, Run> | undefined;
  const everyRun = (): Map<string, Run> => {
    all ??= new Map(
      allRows(book)
        .flatMap(({ runs }) => runs)
        .sort((a, b) => seqOf(a) - seqOf(b))
        .map((run) => [run.id, run]),
    );
    return all;
  };
  return view<Run>({
    get(id) {
      const node = all ? undefined : goal.large?.active.find(([run]) => run === id)?.[1];
      if (node === undefined) return everyRun().get(id);
      return rowOf(book, node)?.runs.find((run) => run.id === id);
    },
    put(_, run) {
      rowOf(book, run.node)?.runs.push(run);
      all?.set(run.id, run);
    },
    keys: () => [...everyRun().keys()],
  });
}

/** 1 of `2026-11-21-body-0001`: it rises with each run of a goal. */
function seqOf({ id }: Run): number {
  return Number(id.slice(id.lastIndexOf('-') + 1));
}

type Source<T> = Readonly<{
  get: (id: string) => T | undefined;
  put: (id: string, value: T) => void;
  keys: () => string[];
}>;

/** What looks like a map of all, and reads what it is asked for. */
function view<T>({ get, put, keys }: Source<T>): Record<string, T> {
  return new Proxy<Record<string, T>>(
    {},
    {
      get: (_, id) => (typeof id === 'string' ? get(id) : undefined),
      set(_, id, value) {
        put(String(id), value);
        return true;
      },
      has: (_, id) => typeof id === 'string' && get(id) !== undefined,
      ownKeys: keys,
      getOwnPropertyDescriptor(_, id) {
        const value = typeof id === 'string' ? get(id) : undefined;
        return value && { value, writable: true, enumerable: true, configurable: true };
      },
    },
  );
}
