import type { TreeView } from './tree-view.ts';

// Code as text: whether it has anything to do with the project, and whether it does anything.

/** Inline code counts where it loads or opens something of the project. */
export function touchesProject(code: string, tree: TreeView, place: string): boolean {
  const named = [
    ...code.matchAll(
      /(?:require(?:_relative)?|import|from|open|load|readFileSync|include(?:_once)?|require_once)\s*\(?\s*["'`]([^"'`\n]{1,300})["'`]/g,
    ),
  ].map((match) => match[1] ?? '');
  const modules = [
    ...code.matchAll(/(?:^|[\n;])\s*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))/g),
  ].map((match) => (match[1] ?? match[2] ?? '').replaceAll('.', '/'));
  return [...named, ...modules].some((path) => isOfProject(path, tree, place));
}

const ENDINGS = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.py',
  '.rb',
  '.php',
  '/index.js',
  '/index.ts',
  '/__init__.py',
];

function isOfProject(path: string, tree: TreeView, place: string): boolean {
  if (path === '') return false;
  if (!tree.isThere) return /^\.{0,2}\//.test(path) || /^[\w-]+\//.test(path);
  return ['', 'src/', 'lib/'].some((start) =>
    ENDINGS.some((ending) => {
      const file = tree.from(place, `${start}${path}${ending}`);
      return file !== undefined && file !== place && tree.exists(file);
    }),
  );
}

/** A program that only speaks and leaves. */
export function doesNothing(text: string): boolean {
  const code = text.replace(
    /\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|^[ \t]*(?:#|\/\/).*$|^[ \t]*(?:'use strict'|"use strict");?$/gm,
    '',
  );
  const rest = code.replace(
    /(?:console\.\w+|print|puts|echo|printf|process\.exit|sys\.exit|exit|quit|process\.stdout\.write)\s*(?:\([^()]*\)|["'][^"'\n]*["']|\d*)\s*;?|^[ \t]*(?:import (?:sys|os)|import process from .*|from ['"]node:process['"]|<\?php|pass)\s*;?\s*$/gm,
    '',
  );
  return rest.trim() === '';
}
