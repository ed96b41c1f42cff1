// Just enough of the shell's grammar to see whose exit code a command line reports. What it cannot
// read it refuses (undefined), and a command nobody could read proves nothing.

type ShellOperator = '' | ';' | '&&' | '||' | '|' | '&';

/** One simple command and the operator after it; a line break reads as `;`. */
export type ShellPart = Readonly<{
  text: string;
  end: ShellOperator;
  /** The here-documents it is fed with. */
  input?: string;
}>;

const MAX_DEPTH = 30;
/** Control characters and marks that show a reader another line than the one the shell reads. */
const ODD_LETTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/;

/** Splits at operators outside quotes, `$(…)`, `(…)`, backticks, comments and here-documents. */
export function splitShell(line: string): readonly ShellPart[] | undefined {
  if (ODD_LETTERS.test(line)) return undefined;
  const parts: Array<{ text: string; end: ShellOperator; input?: string }> = [];
  /** Here-documents whose text has yet to come, and the part each one feeds. */
  const heredocs: Array<{ word: string; feeds: number }> = [];
  let text = '';
  let at = 0;
  const finish = (end: ShellOperator): void => {
    if (text.trim() !== '') parts.push({ text: text.trim(), end });
    text = '';
  };

  while (at < line.length) {
    const char = line[at] ?? '';
    const two = line.slice(at, at + 2);
    if (two === '\\\n') {
      at += 2;
    } else if (char === '\n') {
      finish(';');
      at += 1;
      for (const { word, feeds } of heredocs.splice(0)) {
        const end = endOfHeredoc(line, at, word);
        if (end === undefined) return undefined;
        const part = parts[feeds];
        if (part) part.input = (part.input ?? '') + line.slice(at, end.text);
        at = end.next;
      }
    } else if (char === '#' && (text === '' || /\s$/.test(text))) {
      const end = line.indexOf('\n', at);
      at = end === -1 ? line.length : end;
    } else if (two === '&&' || two === '||') {
      finish(two);
      at += 2;
    } else if (char === '|' && !text.endsWith('>')) {
      finish('|');
      at += two === '|&' ? 2 : 1;
    } else if (char === ';') {
      finish(';');
      at += 1;
    } else if (char === '&' && !/[<>]$/.test(text) && line[at + 1] !== '>') {
      finish('&');
      at += 1;
    } else if (line.startsWith('<<<', at)) {
      text += '<<<';
      at += 3;
    } else {
      const heredoc =
        two === '<<' ? /^<<-?\s*(['"]?)([\w.-]+)\1/.exec(line.slice(at, at + 200)) : null;
      if (heredoc !== null) heredocs.push({ word: heredoc[2] ?? '', feeds: parts.length });
      const end = heredoc === null ? endOfToken(line, at, 0) : at + heredoc[0].length;
      if (end === undefined) return undefined;
      text += line.slice(at, end);
      at = end;
    }
  }
  finish('');
  return heredocs.length > 0 ? undefined : parts;
}

/** Words of a simple command, quotes taken off. With `strict`, undefined if the shell would expand anything. */
export function shellWords(text: string, strict = false): readonly string[] | undefined {
  if (strict && wouldExpand(text)) return undefined;
  const words: string[] = [];
  const pattern = /\s*((?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+)/gsy;
  let reached = 0;
  for (const match of text.matchAll(pattern)) {
    words.push(unquote(match[1] ?? ''));
    reached = match.index + match[0].length;
  }
  return text.slice(reached).trim() === '' ? words : undefined;
}

/** Quoted pieces are looked at from left to right, so a `'` inside `"…"` opens nothing. */
function wouldExpand(text: string): boolean {
  const bare = text.replace(/'[^']*'|"((?:[^"\\]|\\.)*)"|\\[^\n]/gs, (_all, inDouble?: string) =>
    /[$`\\]/.test(inDouble ?? '') ? '$' : '',
  );
  return /[$`*?[\]{}~#!;&|<>()\n\\'"]/.test(bare);
}

function unquote(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
    (_all, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  );
}

/** Index after the token that begins at `at`: one character, or a whole quoted or nested piece. */
function endOfToken(line: string, at: number, depth: number): number | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const char = line[at];
  if (char === '\\') return Math.min(at + 2, line.length);
  if (char === "'") return after(line.indexOf("'", at + 1));
  if (char === '`') return after(line.indexOf('`', at + 1));
  if (char === '"') return endOfNested(line, at + 1, '"', depth);
  if (char === '(') return endOfNested(line, at + 1, ')', depth);
  return at + 1;
}

function endOfNested(line: string, from: number, close: string, depth: number): number | undefined {
  let at = from;
  while (at < line.length) {
    if (line[at] === close) return at + 1;
    const plain = close === '"' && line[at] !== '\\' && line[at] !== '`';
    const opens = line[at] === '(' && line[at - 1] === '$';
    const next = plain && !opens ? at + 1 : endOfToken(line, at, depth + 1);
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}

function after(index: number): number | undefined {
  return index === -1 ? undefined : index + 1;
}

type HeredocEnd = Readonly<{ text: number; next: number }>;

function endOfHeredoc(line: string, from: number, word: string): HeredocEnd | undefined {
  for (let at = from; at < line.length; ) {
    const newline = line.indexOf('\n', at);
    const end = newline === -1 ? line.length : newline;
    const next = Math.min(end + 1, line.length);
    if (line.slice(at, end).replace(/^\t+/, '') === word) return { text: at, next };
    at = end + 1;
  }
  return undefined;
}
