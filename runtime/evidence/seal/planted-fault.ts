// A line that makes a test file fail with a word nobody else writes: what does not fail with it in there
// would not fail for the program either. By language, since the line must be one of it.

/** `text` with that line in it; undefined where the language of the file is not known. */
export function plantFault(path: string, text: string, word: string): string | undefined {
  const ending = /\.([a-z+]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (JAVASCRIPT.test(ending)) {
    // Not a plain `throw`: after it a compiler would find code that is never reached.
    return atLine(text, shebang(text), `if (Date.now() > 0) throw new Error('${word}');`);
  }
  if (ending === 'py') return atLine(text, beginOfPython(text), `raise RuntimeError("${word}")`);
  if (ending === 'go') return `${text}\nfunc init() { panic("${word}") }\n`;
  if (C.test(ending)) return atLine(text, 0, `#error ${word}`);
  return undefined;
}

const JAVASCRIPT = /^[cm]?[jt]sx?$/;
const C = /^(?:c|cc|cpp|cxx|c\+\+|m|mm)$/;

function shebang(text: string): number {
  return text.startsWith('#!') ? 1 : 0;
}

/** Behind what has to come first: the encoding, and what is imported from the future. */
function beginOfPython(text: string): number {
  const lines = text.split('\n');
  const future = lines.findLastIndex((line) => /^from\s+__future__\s+import\b/.test(line));
  if (future === -1) return lines.slice(0, 2).findLastIndex((line) => line.startsWith('#')) + 1;
  // In brackets the names may go on for some lines.
  const isOpen = /\([^)]*$/.test(lines[future] ?? '');
  const end = isOpen ? lines.findIndex((line, at) => at > future && line.includes(')')) : future;
  return (end === -1 ? future : end) + 1;
}

function atLine(text: string, at: number, line: string): string {
  const lines = text.split('\n');
  return [...lines.slice(0, at), line, ...lines.slice(at)].join('\n');
}
