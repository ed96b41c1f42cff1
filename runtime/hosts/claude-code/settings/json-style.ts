// How the formatters of a repository write JSON, so that what we add is as they would have it: biome's
// own file decides if there is one, else prettier's over .editorconfig over the lines of package.json.

import { findNodeAtLocation, parse, parseTree } from 'jsonc-parser';
import { namesIn } from '../../../files/folders.ts';
import { type JsonStyle, PLAIN_STYLE, styleOf } from '../../../files/json-edit.ts';
import { isObject } from '../../../files/parse-json.ts';
import { readWritten } from '../discover/discover-gates.ts';

export function jsonStyle(root: string): JsonStyle {
  const manifest = textOf(root, 'package.json');
  return (
    biomeStyle(root) ??
    prettierStyle(root, manifest, editorStyle(root, styleOf(manifest, PLAIN_STYLE)))
  );
}

function biomeStyle(root: string): JsonStyle | undefined {
  const text = textOf(root, 'biome.json') || textOf(root, 'biome.jsonc');
  if (text === '') return undefined;
  const config: unknown = parse(text);
  const general = within(config, 'formatter');
  const json = within(within(config, 'json'), 'formatter');
  const known = { ...general, ...json };
  // Biome's defaults are tabs, two columns and 80.
  const tabWidth = numberOf(known.indentWidth) ?? 2;
  const indent = known.indentStyle === 'space' ? ' '.repeat(tabWidth) : '\t';
  return { indent, tabWidth, lineWidth: numberOf(known.lineWidth) ?? 80 };
}

/** Whatever language it is written in: an option reads alike in JSON, YAML and JavaScript. */
function prettierStyle(root: string, manifest: string, below: JsonStyle): JsonStyle {
  const names = namesIn(root).filter((name) =>
    /^(?:\.prettierrc|prettier\.config)(?:\.|$)/.test(name),
  );
  const text = names.length > 0 ? textOf(root, names[0] ?? '') : ownPart(manifest, 'prettier');
  const option = (name: string): string | undefined =>
    new RegExp(`\\b${name}["']?\\s*[:=]\\s*["']?(\\w+)`).exec(text)?.[1];
  const tabWidth = numberOf(Number(option('tabWidth')));
  const tabs = option('useTabs');
  const isTabbed = tabs === undefined ? below.indent.startsWith('\t') : tabs === 'true';
  const isKnown = tabs !== undefined || tabWidth !== undefined;
  const width = tabWidth ?? below.tabWidth;
  return {
    indent: isKnown ? (isTabbed ? '\t' : ' '.repeat(width)) : below.indent,
    tabWidth: width,
    lineWidth: numberOf(Number(option('printWidth'))) ?? below.lineWidth,
  };
}

/** The sections of .editorconfig that are about every file, or about JSON; a later one wins. */
function editorStyle(root: string, below: JsonStyle): JsonStyle {
  const known: Record<string, string> = {};
  let isMeant = false;
  for (const line of textOf(root, '.editorconfig').split('\n')) {
    const section = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) isMeant = /^\*{1,2}$|\bjson\b/.test(section);
    const [, name, value] = /^\s*(\w+)\s*=\s*(\w+)/.exec(line) ?? [];
    if (isMeant && name && value) known[name.toLowerCase()] = value.toLowerCase();
  }
  const size = numberOf(Number(known.indent_size)) ?? numberOf(Number(known.tab_width));
  const tabWidth = size ?? below.tabWidth;
  const indent = known.indent_style === 'tab' ? '\t' : size && ' '.repeat(size);
  const lineWidth = numberOf(Number(known.max_line_length)) ?? below.lineWidth;
  return { indent: indent || below.indent, tabWidth, lineWidth };
}

function ownPart(manifest: string, key: string): string {
  const root = parseTree(manifest);
  const node = root && findNodeAtLocation(root, [key]);
  return node ? manifest.slice(node.offset, node.offset + node.length) : '';
}

function within(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value < 1000 ? value : undefined;
}

function textOf(root: string, name: string): string {
  return readWritten(root, name) ?? '';
}
