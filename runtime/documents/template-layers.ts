// A template and those it extends, as one: what each file says, in the order in which it counts, and where
// it says it.

import { createHash } from 'node:crypto';
import { isObject } from '../files/parse-json.ts';
import { inOrder } from '../files/problem-at.ts';
import type { Template } from '../model/documents/template.ts';
import { fail, ok, type Problem, type Result } from '../model/failure.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import {
  checked,
  hold,
  type PeopleFile,
  placed,
  type Rule,
  refusedBy,
} from './reader/read-document.ts';
import type { Wording } from './reader/schema-problems.ts';
import { isUnread, marked, UNREAD } from './reader/unread.ts';
import { TEMPLATE_SCHEMA } from './reader/validators.ts';
import type { DataPath } from './reader/yaml-places.ts';
import { readYaml, type YamlText } from './reader/yaml-text.ts';
import { asOne, type Fields, listOf, type Written } from './template-extends.ts';
import { type Parameters, placeholderProblems, withValues } from './template-parameters.ts';

/** All files of a name, the one that counts first, and the names there are. */
export type Shelf = Readonly<{
  filesOf: (name: string) => readonly PeopleFile[];
  names: () => readonly string[];
}>;

/** What all its files say together, parameters not filled in. */
export type WrittenTemplate = Readonly<{
  name: string;
  parameters: Parameters;
  data: Fields;
  sha256: string;
  place: YamlText['problemAt'];
  /** What is wrong in one of the files by itself; the rest is found in the whole. */
  problems: readonly Problem[];
}>;

export type WholeTemplate = Readonly<{
  template: Template;
  /** The same as a person would write it in one file. */
  data: Fields;
  /** Of what is no fault of it, each at its place. */
  placed: (told: readonly Wording[]) => Problem[];
}>;

type Layer = Readonly<{ name: string; data: Written; text: YamlText }>;

/** It fails only where the whole is not known; else `fillIn` says what is wrong. */
export function readTemplate(
  file: PeopleFile,
  shelf: Shelf,
  opened = openTemplate(file),
): Result<WrittenTemplate, Problem[]> {
  const { layers, problems: found, isWhole } = readLayers(file, shelf, opened);
  const [own, ...below] = layers;
  if (!own || !isWhole) return fail(inOrder(found));
  const changes = layers.flatMap((layer, i) => changeProblems(layer, layers.slice(i + 1)));
  const problems = [...found, ...changes];
  const { extends: _, remove: __, ...data } = asOne(layers.map(({ data }) => data));
  const hash = createHash('sha256');
  for (const { text } of layers) hash.update(text.bytes);
  const sha256 = hash.digest('hex');
  const name = String(data.name);
  const parameters = isObject(data.parameters) ? (data.parameters as Parameters) : {};
  return ok({ name, parameters, data, sha256, place: placeIn([own, ...below], data), problems });
}

/** A plan may have ten thousand nodes. */
const MAX_BYTES = 8 * 1024 * 1024;

export function openTemplate({ path, display }: PeopleFile): Result<YamlText, Problem[]> {
  return readYaml(path, display, MAX_BYTES);
}

/** The whole, or all that is wrong with it, in whichever file. */
export function fillIn(
  { parameters, data, place, problems }: WrittenTemplate,
  values: ReadonlyMap<string, string>,
  rules: ReadonlyArray<Rule<Template>>,
): Result<WholeTemplate, Problem[]> {
  const { parameters: _, ...rest } = data;
  const filled = () => ({ ...data, ...withValues(rest, values) });
  const unknown = isUnread(data, ['parameters'])
    ? []
    : placed(placeholderProblems(rest, Object.keys(parameters)), place);
  const held = hold({ data: filled(), problemAt: place }, TEMPLATE_SCHEMA);
  const all = { ...held, problems: [...problems, ...unknown, ...held.problems] };
  const whole = checked(all, rules);
  if (!whole.ok) return whole;
  const { value: template } = whole.value;
  return ok({ template, data: filled(), placed: (told) => inOrder(placed(told, place)) });
}

type Layers = Readonly<{
  layers: Layer[];
  problems: Problem[];
  /** Each of the files is known, and what it changes of the others. */
  isWhole: boolean;
}>;

/** The file itself, then what it extends, and so on. */
function readLayers(file: PeopleFile, shelf: Shelf, opened: Result<YamlText, Problem[]>): Layers {
  const seen = [file.path];
  const layers: Layer[] = [];
  const problems: Problem[] = [];
  for (let [text, at] = [opened, file]; ; ) {
    if (!text.ok) return { layers, problems: [...problems, ...text.error], isWhole: false };
    const read = layerOf(text.value);
    problems.push(...read.problems);
    if (!isObject(read.data)) return { layers, problems, isWhole: false };
    const data: Written = read.data;
    const name = typeof data.name === 'string' ? data.name : at.display;
    layers.push({ data, text: text.value, name });
    if (isUnread(data, ['extends']) || isUnread(data, ['remove'])) {
      return { layers, problems, isWhole: false };
    }
    if (data.extends === undefined) return { layers, problems, isWhole: true };
    // A template may extend the one whose place it takes.
    const next = shelf.filesOf(data.extends).find(({ path }) => !seen.includes(path));
    if (!next) {
      return {
        layers,
        problems: [...problems, noBase(layers, data.extends, shelf)],
        isWhole: false,
      };
    }
    seen.push(next.path);
    [text, at] = [openTemplate(next), next];
  }
}

/** What one file says, as far as it can be read. */
function layerOf({ data, problemAt }: YamlText): Readonly<{ data: unknown; problems: Problem[] }> {
  if (data === undefined) {
    return { data, problems: [problemAt([], 'value', 'The file is empty.')] };
  }
  // Defaults are filled in once all files are one: here they would go before what is extended.
  const refused = refusedBy(TEMPLATE_SCHEMA, structuredClone(data));
  const problems = placed(refused, problemAt);
  const read = marked(data, refused);
  if (!isObject(read) || read.extends === undefined) return { data: read, problems };
  // Which one of the others it changes is not known.
  const known = (key: 'nodes' | 'edges', names: readonly string[]) =>
    key in read && {
      [key]: listOf(read[key], (item) =>
        names.some((name) => isUnread(item, [name])) ? UNREAD : item,
      ),
    };
  return {
    data: { ...read, ...known('nodes', ['id']), ...known('edges', ['from', 'to']) },
    problems,
  };
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
  const ids = idsOf(data.nodes);
  const twice = ids.flatMap((id, i) =>
    id === undefined || ids.indexOf(id) === i
      ? []
      : [text.problemAt(['nodes', i, 'id'], 'value', `${id} is here twice.`)],
  );
  const known = idsOf(asOne(below.map(({ data }) => data)).nodes).flatMap((id) => id ?? []);
  const gone = (data.remove ?? []).flatMap((id, i) => {
    if (typeof id !== 'string' || known.includes(id)) return [];
    const hint = didYouMean(id, known) ?? `Its nodes are: ${known.slice(0, 64).join(', ')}.`;
    const message = `"${data.extends}" has no node ${id}.`;
    return [text.problemAt(['remove', i], 'value', message, hint)];
  });
  return [...twice, ...gone];
}

/** Undefined: it cannot be read. */
function idsOf(nodes: unknown): Array<string | undefined> {
  if (!Array.isArray(nodes)) return [];
  return nodes.map((node) => (isObject(node) && typeof node.id === 'string' ? node.id : undefined));
}

/** Where something of the whole stands: in the first file that says it, and for another file where that is named. */
function placeIn(layers: readonly [Layer, ...Layer[]], whole: Written): YamlText['problemAt'] {
  const [own] = layers;
  return (path, at, message, hint, within) => {
    if (layers.length === 1) return own.text.problemAt(path, at, message, hint, within);
    for (const layer of layers) {
      const inFile = pathIn(layer.data, whole, path);
      if (inFile === undefined) continue;
      const problem = layer.text.problemAt(inFile, at, message, hint, within);
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
