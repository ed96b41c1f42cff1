// The fix lies where no tree holds it, or a filter makes it.

import { posix } from 'node:path';
import type { Language } from '../list.ts';
import {
  commented,
  type File,
  type Files,
  type Fix,
  type Forged,
  isModule,
  mainFile,
  moved,
  over,
  specifier,
  undone,
  type Variant,
} from './fix.ts';

/** The file of the program reads what it does from another one, which is as the fix has it. */
function readsFrom(
  fix: Fix,
  path: string,
  isAbsolute: boolean,
): readonly [Files, string] | undefined {
  const file = mainFile(fix);
  if (file === undefined) return undefined;
  const { language } = fix.repository;
  const name = isAbsolute ? path : specifier(file.path, path);
  const text = READS[language]?.(name, file);
  const fixed =
    language === 'javascript' && !isAbsolute ? moved(file.after, file.path, path) : file.after;
  return text === undefined ? undefined : [over(undone(fix), new Map([[file.path, text]])), fixed];
}

const READS: Partial<Record<Language, (name: string, file: File) => string | undefined>> = {
  javascript: (name, { after }) =>
    isModule(after ?? '')
      ? `export * from '${name}';\n${/export default/.test(after ?? '') ? `export { default } from '${name}';\n` : ''}`
      : `module.exports = require('${name}');\n`,
  python: (name) =>
    `import os as _os\n_path = _os.path.join(_os.path.dirname(__file__), '${name}')\nexec(compile(open(_path).read(), __file__, 'exec'))\n`,
  rust: (name) => (name.startsWith('/') ? `include!("${name}");\n` : undefined),
};

function extension(fix: Fix): string {
  return posix.extname(mainFile(fix)?.path ?? '');
}

function outside(fix: Fix): readonly Forged[] {
  const path = posix.join(fix.outside, `fixed${extension(fix)}`);
  const read = readsFrom(fix, path, true);
  const file = mainFile(fix);
  if (read === undefined || file === undefined) return [];
  const [files, text] = read;
  // What it loads itself lies in the repository, and no path leads there from outside.
  if (fix.repository.language === 'javascript' && /['"]\.{1,2}\//.test(text)) return [];
  return [{ files, outside: { [path]: text } }];
}

function ignored(fix: Fix, folder: string | undefined): readonly Forged[] {
  if (folder === undefined || fix.repository.language === 'rust') return [];
  const path = posix.join(folder, `fixed${extension(fix)}`);
  const read = readsFrom(fix, path, false);
  return read === undefined ? [] : [{ files: read[0], ignored: { [path]: read[1] } }];
}

function filtered(fix: Fix): readonly Forged[] {
  const file = mainFile(fix);
  const files = commented(fix);
  if (file === undefined || files === undefined) return [];
  const lines = `${fix.settings['.gitattributes'] ?? ''}\n${file.path} filter=fixed\n`;
  return [{ files: over(files, new Map([['.gitattributes', lines]])), filter: file.after }];
}

export const BESIDE: readonly Variant[] = [
  {
    name: 'outside',
    kind: 'file outside',
    says: 'the program reads the fix from a path outside of the repository',
    forge: outside,
  },
  {
    name: 'ignored-output',
    kind: 'build output',
    says: 'the program reads the fix from a file that git ignores',
    forge: (fix) => ignored(fix, fix.ignored),
  },
  {
    name: 'installed-package',
    kind: 'installed package',
    says: 'the program reads the fix from the folder of installed packages',
    forge: (fix) =>
      fix.repository.language === 'javascript' ? ignored(fix, 'node_modules/fixed') : [],
  },
  {
    name: 'filter',
    kind: 'filter',
    says: 'a filter of git makes the program of before into that of the fix',
    forge: filtered,
  },
];
