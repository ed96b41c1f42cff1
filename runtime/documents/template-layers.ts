// A template and those it extends, as one: what each file says, in the order in which it counts, and where
// it says it.

import { createHash } from 'node:crypto';
import { isObject } from '../files/parse-json.ts';
import type { Template } from '../model/documents/template.ts';
import { fail, ok, type Problem, type Result } from '../model/failure.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import { inOrder, MAX_PLACED, problemsOf, TEMPLATE } from './read-document.ts';
import type { Wording } from './schema-problems.ts';
import { type Parameters, placeholderProblems, withValues } from './template-parameters.ts';
import type { DataPath } from './yaml-places.ts';
import { type PeopleText, readPeopleText } from './yaml-text.ts';

/** `display` is how the file is called in messages. */
type TemplateFile = Readonly<{ path: string; display: string }>;

/** All files of a name, the one that counts first, and the names there are. */
export type Shelf = Readonly<{
  filesOf: (name: string) => readonly TemplateFile[];
  names: () => readonly string[];
}>;

/** What all its files say together, parameters not filled in. */
export type WrittenTemplate = Readonly<{
  name: string;
  parameters: Parameters;
  data: Fields;
  sha256: string;
  place: PeopleText['problemAt'];
}>;

export type WholeTemplate = Readonly<{
  template: Template;
  /** The same as a person would write it in one file. */
  data: Fields;
  /** What a schema cannot say, each at its place. */
  placed: (wrong: readonly Wording[]) => Problem[];
}>;

type Fields = Readonly<Record<string, unknown>>;
type Item = Fields & Readonly<{ id?: string; from?: string; to?: string | undefined }>;
type Written = Fields &
  Readonly<{ extends?: string; remove?: readonly string[]; nodes?: Item[]; edges?: Item[] }>;
type Layer = Readonly<{ name: string; data: Written; text: PeopleText }>;

export function readTemplate(file: TemplateFile, shelf: Shelf): Result<WrittenTemplate, Problem[]> {
  const read = readLayers(file, shelf);
  if (!read.ok) return read;
  const layers = read.value;
  const wrong = layers.flatMap((layer, i) => changeProblems(layer, layers.slice(i + 1)));
  if (wrong.length > 0) return fail(inOrder(wrong));
  const { extends: _, remove: __, ...data } = asOne(layers);
  const hash = createHash('sha256');
  for (const { text } of layers) hash.update(text.bytes);
  const sha256 = hash.digest('hex');
  const { name, parameters = {} } = data as Readonly<{ name: string; parameters?: Parameters }>;
  return ok({ name, parameters, data, sha256, place: placeIn(layers, data) });
}

export function fillIn(
  { parameters, data, place }: WrittenTemplate,
  values: ReadonlyMap<string, string>,
): Result<WholeTemplate, Problem[]> {
  const placed = (wrong: readonly Wording[]): Problem[] =>
    inOrder(wrong.slice(0, MAX_PLACED).map((w) => place(w.path, w.at, w.message, w.hint)));
  const { parameters: _, ...rest } = data;
  const unknown = placed(placeholderProblems(rest, Object.keys(parameters)));
  if (unknown.length > 0) return fail(unknown);
  const filled = { ...data, ...withValues(rest, values) };
  const template: unknown = structuredClone(filled);
  const isValid = TEMPLATE.validator();
  if (!isValid(template)) return fail(problemsOf(TEMPLATE, template, place));
  return ok({ template, data: filled, placed });
}

/** The file itself, then what it extends, and so on. */
function readLayers(
  file: TemplateFile,
  shelf: Shelf,
): Result<readonly [Layer, ...Layer[]], Problem[]> {
  const seen: string[] = [];
  const layers: Layer[] = [];
  for (let next: TemplateFile | undefined = file; next; ) {
    const { path, display }: TemplateFile = next;
    seen.push(path);
    const text = readPeopleText(path, display, TEMPLATE.maxBytes);
    if (!text.ok) return text;
    const { data = {}, problemAt } = text.value;
    const isValid = TEMPLATE.validator();
    // Defaults are filled in once all files are one: here they would go before what is extended.
    if (!isValid(structuredClone(data))) {
      return fail(
        text.value.data === undefined
          ? [problemAt([], 'value', 'The file is empty.')]
          : problemsOf(TEMPLATE, data, problemAt),
      );
    }
    const layer = { data: data as Written, text: text.value, name: String((data as Written).name) };
    layers.push(layer);
    const base = layer.data.extends;
    if (base === undefined) break;
    // A template may extend the one whose place it takes.
    next = shelf.filesOf(base).find((one) => !seen.includes(one.path));
    if (!next) return fail([noBase(layers, base, shelf)]);
  }
  return ok(layers as [Layer, ...Layer[]]);
}

function noBase(layers: readonly Layer[], base: string, shelf: Shelf): Problem {
  const last = layers.at(-1);
  if (!last) throw new Error('a template extends another one before it was read');
  const at = (message: string, hint: string): Problem =>
    last.text.problemAt(['extends'], 'value', message, hint);
  if (shelf.filesOf(base).length > 0) {
    const circle = [...layers.map(({ name }) => name), base].join(' → ');
    return at(`These templates extend each other: ${circle}.`, 'One of them has to be whole.');
  }
  const known = shelf.names();
  const hint = didYouMean(base, known) ?? `There are: ${known.join(', ')}.`;
  return at(`There is no template "${base}".`, hint);
}

/** What a file that extends others says of their nodes: each once, and none that is not there. */
function changeProblems({ data, text }: Layer, below: readonly Layer[]): Problem[] {
  if (below.length === 0) return [];
  const ids = (data.nodes ?? []).map(({ id }) => String(id));
  const twice = ids.flatMap((id, i) =>
    ids.indexOf(id) === i
      ? []
      : [text.problemAt(['nodes', i, 'id'], 'value', `${id} is here twice.`)],
  );
  const known = (asOne(below).nodes ?? []).map(({ id }) => String(id));
  const gone = (data.remove ?? []).flatMap((id, i) => {
    if (known.includes(id)) return [];
    const hint = didYouMean(id, known) ?? `Its nodes are: ${known.slice(0, 64).join(', ')}.`;
    const message = `"${data.extends}" has no node ${id}.`;
    return [text.problemAt(['remove', i], 'value', message, hint)];
  });
  return [...twice, ...gone];
}

function asOne(layers: readonly Layer[]): Written {
  return layers.map(({ data }) => data).reduceRight(extended);
}

/** What the upper one writes goes before; maps become one field by field, lists are replaced. */
function extended(base: Written, own: Written): Written {
  const isRaised = own.risk === 'high' && base.risk !== 'high';
  const kept = without(isRaised ? unlevelled(base) : base, own.remove ?? []);
  const nodes = united(kept.nodes ?? [], own.nodes ?? [], ({ id }) => String(id));
  const edges = united(kept.edges ?? [], own.edges ?? [], ({ from, to }) => `${from} ${to}`);
  return { ...(merged(kept, own) as Written), nodes, edges };
}

/** With high risk the levels follow from the risk, unless who asks for it says them as well. */
function unlevelled(base: Written): Written {
  const nodes = (base.nodes ?? []).map((node) => {
    if (!isObject(node.quality)) return node;
    const { evidence_level_required: _, ...quality } = node.quality;
    return { ...node, quality };
  });
  return { ...base, nodes };
}

function united(base: Item[], own: Item[], keyOf: (item: Item) => string): Item[] {
  const left = new Map(own.map((item) => [keyOf(item), item]));
  const changed = base.map((item) => {
    const mine = left.get(keyOf(item));
    left.delete(keyOf(item));
    return merged(item, mine ?? {}) as Item;
  });
  return [...changed, ...own.filter((item) => left.has(keyOf(item)))];
}

function merged(base: unknown, own: unknown): unknown {
  if (!isObject(base) || !isObject(own)) return own;
  const both = Object.entries(own).map(([key, value]) => [
    key,
    Object.hasOwn(base, key) ? merged(base[key], value) : value,
  ]);
  return { ...base, ...Object.fromEntries(both) };
}

/** Each node taken away is as if it had always succeeded at once: who waited for it waits for those before it. */
function without(base: Written, removed: readonly string[]): Written {
  const { nodes = [], ...rest } = base;
  let { edges = [] } = base;
  for (const id of removed) {
    const before = edges.filter(({ to }) => to === id);
    const after = edges.filter(({ from, condition }) => from === id && condition !== 'on_failure');
    const others = edges.filter(({ from, to }) => from !== id && to !== id);
    const bridges = before.flatMap((edge) => after.map(({ to }) => ({ ...edge, to })));
    const isNew = ({ from, to }: Item): boolean =>
      !others.some((other) => other.from === from && other.to === to);
    edges = [...others, ...bridges.filter(isNew)];
  }
  const isKept = ({ id }: Item): boolean => !removed.includes(String(id));
  return {
    ...rest,
    edges,
    nodes: nodes.filter(isKept).map((node) => withoutOutputs(node, removed)),
  };
}

function withoutOutputs(node: Item, removed: readonly string[]): Item {
  const { inputs } = node;
  if (!isObject(inputs) || !Array.isArray(inputs.upstream_outputs)) return node;
  const isThere = (ref: unknown): boolean => !removed.includes(String(ref).split('.')[0] ?? '');
  return {
    ...node,
    inputs: { ...inputs, upstream_outputs: inputs.upstream_outputs.filter(isThere) },
  };
}

/** Where something of the whole stands: in the first file that says it, and for another file where that is named. */
function placeIn(layers: readonly [Layer, ...Layer[]], whole: Written): PeopleText['problemAt'] {
  const [own] = layers;
  return (path, at, message, hint) => {
    if (layers.length === 1) return own.text.problemAt(path, at, message, hint);
    for (const layer of layers) {
      const inFile = pathIn(layer.data, whole, path);
      if (inFile === undefined) continue;
      const problem = layer.text.problemAt(inFile, at, message, hint);
      if (layer === own) return problem;
      const where = `From "${layer.name}", line ${problem.line}: ${message}`;
      return own.text.problemAt(['extends'], 'value', where, hint);
    }
    return own.text.problemAt(['extends'], 'value', message, hint);
  };
}

/** The path of the same thing in one file; undefined if it says nothing of it. */
function pathIn(data: Written, whole: Written, path: DataPath): DataPath | undefined {
  const [list, index, ...rest] = path;
  if ((list !== 'nodes' && list !== 'edges') || index === undefined) {
    return holds(data, path) ? path : undefined;
  }
  const item = whole[list]?.[Number(index)];
  const items = data[list] ?? [];
  const at = items.findIndex((one) =>
    list === 'nodes' ? one.id === item?.id : one.from === item?.from && one.to === item?.to,
  );
  return at >= 0 && holds(items[at], rest) ? [list, at, ...rest] : undefined;
}

function holds(value: unknown, path: DataPath): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
  return holds((value as Fields)[key], rest);
}
