// A text with its strings and comments blotted out, so that braces can be counted. By language, and only
// as exactly as that needs: where a string or a comment does not end, nobody is sure of the rest.

export type Language = 'rust' | 'python' | 'javascript';

/** What stands in the place of a string, sign by sign; of a comment there are spaces. */
export const IN_STRING = '"';

/** A token at one place: its end, and the sign that stands for it; no sign: it stays. */
type Token = Readonly<{ end: number; sign?: string }>;
/** Undefined: nothing that begins here has to be blotted out. Null: it begins and does not end. */
type Reader = (text: string, at: number, before: string) => Token | null | undefined;

/** As long as `text`, with the same line ends. Undefined: unsure. */
export function codeMask(language: Language, text: string): string | undefined {
  const read = READERS[language];
  const parts: string[] = [];
  let before = '';
  for (let at = 0; at < text.length; ) {
    const token = read(text, at, before);
    if (token === null) return undefined;
    const end = token?.end ?? wordEnd(text, at);
    const part = text.slice(at, end);
    parts.push(token?.sign === undefined ? part : part.replace(/[^\r\n]/g, token.sign));
    if (token?.sign !== ' ' && part.trim() !== '') before = token?.sign ?? part;
    at = end;
  }
  return parts.join('');
}

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;

/** A name is taken whole, so that its letters begin no string. */
function wordEnd(text: string, at: number): number {
  WORD.lastIndex = at;
  return at + (WORD.exec(text)?.[0].length ?? 1);
}

function match(pattern: RegExp, text: string, at: number, sign: string): Token | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found ? { end: at + found[0].length, sign } : undefined;
}

const LINE_COMMENT = /\/\/[^\n]*/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//y;
const HASH_COMMENT = /#[^\n]*/y;
const RUST_RAW = /[bc]?r(#*)"[\s\S]*?"\1/y;
const RUST_STRING = /[bc]?"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const RUST_CHARACTER = /b?'(?:\\(?:u\{[^}]*\}|x[\da-fA-F]{2}|.)|[^\\'\n])'/uy;
const PYTHON_LONG = /(?:[rbuftRBUFT]{0,2})("""|''')(?:[^\\]|\\[\s\S])*?\1/y;
const PYTHON_STRING =
  /[rbuftRBUFT]{0,2}(?:"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*')/y;
const JS_STRING = /"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'/y;
const JS_REGEX =
  /\/(?![*/])(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[\p{ID_Continue}$]*/uy;

const READERS: Readonly<Record<Language, Reader>> = {
  rust(text, at) {
    if (text.startsWith('//', at)) return match(LINE_COMMENT, text, at, ' ');
    if (text.startsWith('/*', at)) return nestedComment(text, at);
    const string =
      match(RUST_RAW, text, at, IN_STRING) ??
      match(RUST_STRING, text, at, IN_STRING) ??
      // Else it is a lifetime.
      match(RUST_CHARACTER, text, at, IN_STRING);
    return string ?? (opens(/[bc]?(?:r#*)?"/y, text, at) ? null : undefined);
  },
  python(text, at) {
    if (text[at] === '#') return match(HASH_COMMENT, text, at, ' ');
    if (opens(/[rbuftRBUFT]{0,2}(?:"""|''')/y, text, at)) {
      return match(PYTHON_LONG, text, at, IN_STRING) ?? null;
    }
    const string = match(PYTHON_STRING, text, at, IN_STRING);
    return string ?? (opens(/["']/y, text, at) ? null : undefined);
  },
  javascript(text, at, before) {
    if (text.startsWith('//', at)) return match(LINE_COMMENT, text, at, ' ');
    if (text.startsWith('/*', at)) return match(BLOCK_COMMENT, text, at, ' ') ?? null;
    if (text[at] === '`') return template(text, at);
    if (text[at] === '/' && !isValue(before)) return match(JS_REGEX, text, at, IN_STRING);
    const string = match(JS_STRING, text, at, IN_STRING);
    return string ?? (opens(/["']/y, text, at) ? null : undefined);
  },
};

function opens(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function nestedComment(text: string, start: number): Token | null {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith('/*', at)) depth += 1;
    else if (text.startsWith('*/', at)) depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return { end: at + 1, sign: ' ' };
  }
  return null;
}

const KEYWORDS =
  /^(?:return|typeof|case|in|of|delete|void|throw|new|do|else|await|yield|instanceof)$/;

/** After a value a slash divides. */
function isValue(before: string): boolean {
  return /^(?:[)\]"]|[\p{ID_Start}_$\d])/u.test(before) && !KEYWORDS.test(before);
}

/** All of it, with what stands in its `${}`: no brace in there is one of a block around. */
function template(text: string, start: number): Token | null {
  for (let at = start + 1; at < text.length; ) {
    const sign = text[at];
    if (sign === '\\') at += 2;
    else if (sign === '`') return { end: at + 1, sign: IN_STRING };
    else if (text.startsWith('${', at)) {
      const end = expressionEnd(text, at + 2);
      if (end === undefined) return null;
      at = end;
    } else at += 1;
  }
  return null;
}

/** Behind the brace that closes it. */
function expressionEnd(text: string, start: number): number | undefined {
  let depth = 1;
  let before = '{';
  for (let at = start; at < text.length; ) {
    const token = READERS.javascript(text, at, before);
    if (token === null) return undefined;
    const end = token?.end ?? wordEnd(text, at);
    const part = text.slice(at, end);
    if (part === '{') depth += 1;
    if (part === '}') depth -= 1;
    if (depth === 0) return end;
    if (token?.sign !== ' ' && part.trim() !== '') before = token?.sign ?? part;
    at = end;
  }
  return undefined;
}
