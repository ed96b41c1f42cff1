// One setting of a file that a person writes, put or taken out by a program: all else stays to the byte.

import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { dataOfText, yamlOf } from './yaml-text.ts';

/** Undefined: this text is written so that only a person can change it. `value` undefined: it is taken out. */
export function putSetting(text: string, name: string, value: unknown): string | undefined {
  const before = dataOfText(text);
  if (!before.ok) return undefined;
  const data = (before.value ?? {}) as Readonly<Record<string, unknown>>;
  if (isDeepStrictEqual(data[name], value)) return text;
  const { [name]: _, ...others } = data;
  const wanted = value === undefined ? others : { ...others, [name]: value };
  const changed = edited(text, name, value);
  const after = changed === undefined ? undefined : dataOfText(changed);
  return after?.ok && isDeepStrictEqual(after.value ?? {}, wanted) ? changed : undefined;
}

function edited(text: string, name: string, value: unknown): string | undefined {
  const { contents } = parseDocument(text);
  if (contents === null) return appended(text, name, value);
  if (!isMap(contents)) return undefined;
  return contents.flow === true
    ? inFlow(text, contents, name, value)
    : inBlock(text, contents, name, value);
}

function inBlock(text: string, map: YAMLMap, name: string, value: unknown): string | undefined {
  const pair = map.items.find((one) => isNamed(one, name));
  if (!pair) return appended(text, name, value);
  const start = startOf(pair);
  const end = text.indexOf('\n', endOf(pair.value as Node | null) - 1);
  const rest = end < 0 ? '' : text.slice(end + 1);
  return text.slice(0, start) + (value === undefined ? '' : yamlOf({ [name]: value })) + rest;
}

function appended(text: string, name: string, value: unknown): string {
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return text + gap + yamlOf({ [name]: value });
}

function inFlow(text: string, map: YAMLMap, name: string, value: unknown): string | undefined {
  const at = map.items.findIndex((one) => isNamed(one, name));
  const written = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const pair = map.items[at];
  if (!pair) {
    const inside = (map.range?.[0] ?? 0) + 1;
    const comma = map.items.length > 0 ? ', ' : '';
    return text.slice(0, inside) + written + comma + text.slice(inside);
  }
  const start = startOf(pair);
  const end = endOf(pair.value as Node | null);
  if (value !== undefined) return text.slice(0, start) + written + text.slice(end);
  const [last, next] = [map.items[at - 1], map.items[at + 1]];
  if (next) return text.slice(0, start) + text.slice(startOf(next));
  const from = last ? endOf(last.value as Node | null) : start;
  return text.slice(0, from) + text.slice(end);
}

function isNamed({ key }: Pair, name: string): boolean {
  return isScalar(key) && key.value === name;
}

function startOf({ key }: Pair): number {
  return (key as Node).range?.[0] ?? 0;
}

/** Behind its last sign: the range of a block goes on to what follows it. */
function endOf(value: Node | null): number {
  if ((isMap(value) || isSeq(value)) && value.flow !== true) {
    const last = value.items.at(-1);
    return endOf((isMap(value) ? (last as Pair | undefined)?.value : last) as Node | null);
  }
  return value?.range?.[1] ?? 0;
}
