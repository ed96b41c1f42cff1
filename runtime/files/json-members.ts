// The members of the outermost object of a JSON text, and the text with some of them as they are in another
// one. Every byte that is not about these stays.

import type { Node } from 'jsonc-parser';
import { readJson } from './json-file.ts';

/** A member of the outermost object: where it stands, and the text of its value. */
export type Member = Readonly<{
  key: string;
  value: unknown;
  from: number;
  to: number;
  text: string;
}>;

/** Undefined: this is not what npm reads. */
export function membersOf(text: string): readonly Member[] | undefined {
  const read = readJson(text.replace(/^\uFEFF/, ' '));
  if (!read.ok || read.root.type !== 'object') return undefined;
  const value = read.value as Readonly<Record<string, unknown>>;
  return (read.root.children ?? []).map((property): Member => {
    const [key, node] = property.children as [Node, Node];
    const name = String(key.value);
    const from = property.offset;
    const to = node.offset + node.length;
    return { key: name, value: value[name], from, to, text: text.slice(node.offset, to) };
  });
}

type Members = Readonly<{
  own: readonly Member[];
  old: readonly Member[];
  keys: readonly string[];
}>;

/** `text` with these members as they were: with their old value, taken out, or put in again at the end. */
export function withMembers(text: string, { own, old, keys }: Members): string {
  if (keys.length === 0) return text;
  const open = text.indexOf('{') + 1;
  const lead = own[0] ? text.slice(open, own[0].from) : '\n  ';
  const kept = own.flatMap((one, i) => {
    const was = keys.includes(one.key) ? old.find(({ key }) => key === one.key) : one;
    if (!was) return [];
    const key = text.slice(one.from, one.to - one.text.length);
    return [{ before: i === 0 ? '' : text.slice(own[i - 1]?.to, one.from), text: key + was.text }];
  });
  const added = old
    .filter(({ key }) => keys.includes(key) && !own.some((one) => one.key === key))
    .map((one) => ({ before: `,${lead}`, text: `${JSON.stringify(one.key)}: ${one.text}` }));
  const [first, ...rest] = [...kept, ...added];
  const end = text.slice(own.at(-1)?.to ?? text.lastIndexOf('}'));
  const head = text.slice(0, open);
  if (!first) return head + end.trimStart();
  const members = lead + first.text + rest.map((one) => one.before + one.text).join('');
  return head + members + (own.length > 0 ? end : `\n${end}`);
}
