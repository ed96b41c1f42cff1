// Makes the places of a fix hold only under a condition, or end the process where they stood. Text alone: whether
// what comes out runs at all is seen when it runs.

import type { Hunk } from '../change.ts';
import type { Language } from '../list.ts';
import { type File, type Files, type Fix, filesOf, withHunks } from './fix.ts';

type Wrap = (then: readonly string[], now: readonly string[], indent: string) => readonly string[];

/** Every place that is whole statements; the others stay as the fix has them. Undefined: there is none. */
export function wrapped(fix: Fix, wrap: (file: File) => Wrap): Files | undefined {
  const { language } = fix.repository;
  let isMade = false;
  const made = filesOf(fix, 'program').flatMap((file) => {
    if (file.before === null || file.after === null) return [];
    const lines = file.after.split('\n');
    const text = withHunks(file.after, file.hunks, (hunk) => {
      if (!isWhole(language, hunk, lines)) return hunk.after;
      isMade = true;
      const indent = /^\s*/.exec(hunk.after[0] ?? hunk.before[0] ?? '')?.[0] ?? '';
      return wrap(file)(hunk.before, hunk.after, indent);
    });
    return text === file.after ? [] : [[file.path, text] as const];
  });
  return isMade ? new Map(made) : undefined;
}

/** As one language writes "if it is so, these lines, else those". */
export function ifElse(language: Language, condition: string): Wrap {
  const [open, middle, close] =
    language === 'python'
      ? [`if ${condition}:`, 'else:', undefined]
      : language === 'javascript'
        ? [`if (${condition}) {`, '} else {', '}']
        : [`if ${condition} {`, '} else {', '}'];
  return (then, now, indent) => {
    const inner = (lines: readonly string[]): readonly string[] => {
      const deeper = lines.map((line) => (line.trim() === '' ? line : `    ${line}`));
      const isCode = deeper.some((line) => !/^\s*(#.*)?$/.test(line));
      return isCode || language !== 'python' ? deeper : [...deeper, `${indent}    pass`];
    };
    return [
      `${indent}${open}`,
      ...inner(now),
      `${indent}${middle}`,
      ...inner(then),
      ...(close === undefined ? [] : [`${indent}${close}`]),
    ];
  };
}

/** The lines of before, behind one of ours. */
export function behind(line: string): Wrap {
  return (then, _now, indent) => [`${indent}${line}`, ...then];
}

function isWhole(language: Language, { before, after, afterAt }: Hunk, all: readonly string[]) {
  const texts = [before, after].filter((lines) => lines.some((line) => line.trim() !== ''));
  const isSaid = (line: string): boolean => !/^\s*((#|\/\/|\*|\/\*).*)?$/.test(line);
  if (!texts.some((lines) => lines.some(isSaid))) return false;
  if (language === 'python') return texts.every(isPythonBlock);
  const first = after.length === 0 ? afterAt : afterAt - 1;
  const above = all.slice(0, first).findLast((line) => line.trim() !== '');
  return (
    (/([;{}]|\*\/)\s*(\/\/.*)?$|^\s*\/\//.test(above ?? ';') || language === 'go') &&
    texts.every((lines) => isBlock(language, lines))
  );
}

function isPythonBlock(lines: readonly string[]): boolean {
  const code = lines.filter((line) => line.trim() !== '');
  const [indent = 0] = code.map(indentOf);
  const [first = ''] = code;
  return (
    indent > 0 &&
    code.every((line) => indentOf(line) >= indent) &&
    !/^\s*(else|elif|except|finally|def|class|@|[)\]}'"])/.test(first) &&
    !/[,([{\\]\s*$/.test(code.at(-1) ?? '') &&
    !/:\s*$/.test(code.at(-1) ?? '') &&
    balance(code.join('\n')) === 0
  );
}

function isBlock(language: Language, lines: readonly string[]): boolean {
  const code = lines.filter((line) => line.trim() !== '');
  const [first = ''] = code;
  const last = code.at(-1) ?? '';
  const indent = indentOf(first);
  const declares = language === 'javascript' ? DECLARES : language === 'go' ? GO : RUST;
  return (
    indent > 0 &&
    code.every((line) => indentOf(line) >= indent) &&
    !/^\s*(else|catch|finally|case|default|[)\]}.?:,&|+*])/.test(first) &&
    (language === 'go' ? !/[,({[+&|]\s*$/.test(last) : /[;}]\s*(\/\/.*)?$/.test(last)) &&
    !code.some((line) => indentOf(line) === indent && declares.test(line)) &&
    balance(code.join('\n')) === 0
  );
}

const DECLARES =
  /^\s*(const|let|class|import|export|async function|function)\b|^\s*\w+\s*\(.*\)\s*\{\s*$|^\s*['"\w]+\s*:/;
const GO = /:=|^\s*(var|const|type|func|import)\b|^\s*"/;
const RUST = /^\s*(let|fn|pub|use|impl|struct|enum|mod|#)\b/;

function indentOf(line: string): number {
  return (/^\s*/.exec(line)?.[0] ?? '').length;
}

/** Of brackets; strings with some of them are left alone, and are seen when it runs. */
function balance(text: string): number {
  let open = 0;
  for (const sign of text) {
    if ('([{'.includes(sign)) open += 1;
    if (')]}'.includes(sign)) open -= 1;
    if (open < 0) return Number.NaN;
  }
  return open;
}
