import type { Reference, Repro } from '../../model/report.ts';
import { breaksOffInQuote, parseReferences } from './reference-text.ts';
import { isPlaceholder, keyValue, listItem, type ReportLine, unwrap } from './report-lines.ts';

// The evidence section: which commands show the result, and which places the report rests on.

const MAX_REPRO = 200;
const MAX_REFERENCES = 1_000;
const MAX_QUOTE_LINES = 20;
const MAX_COMMAND_CHARS = 4_000;

const MODES: ReadonlyMap<string, 'repro' | 'references' | 'other'> = new Map([
  ['repro', 'repro'],
  ['reprosteps', 'repro'],
  ['reproduction', 'repro'],
  ['commands', 'repro'],
  ['references', 'references'],
  ['reference', 'references'],
  ['refs', 'references'],
  ['logsnippet', 'other'],
  ['logs', 'other'],
  ['复现', 'repro'],
  ['引用', 'references'],
  // What is listed below these is no command.
  ['question', 'other'],
  ['questions', 'other'],
  ['openquestions', 'other'],
  ['问题', 'other'],
]);

type Mode = 'none' | 'repro' | 'references' | 'other';
type DraftRepro = { command: string; result?: string };

type ParsedEvidence = Readonly<{
  repro: readonly Repro[];
  references: readonly Reference[];
  /** Value of a `Level:` line, as written. */
  level?: string;
}>;

/** Reads evidence lines; `start` says what plain list items are before any label. */
export function parseEvidence(lines: readonly ReportLine[], start: Mode = 'none'): ParsedEvidence {
  const repro: DraftRepro[] = [];
  const references: Reference[] = [];
  let level: string | undefined;
  let mode: Mode = start;

  const cite = (item: string): void => {
    if (references.length < MAX_REFERENCES) references.push(...parseReferences(item));
  };
  const addRepro = (found: Repro | undefined): void => {
    if (found !== undefined && repro.length < MAX_REPRO) repro.push(found);
  };

  let block: string[] = [];
  const endBlock = (): void => {
    addRepro(wholeBlock(block));
    block = [];
  };
  const joinedLines = joined(lines);
  let taken = 0;
  for (const [at, { text, fenced }] of joinedLines.entries()) {
    if (at < taken) continue;
    if (fenced) {
      if (mode !== 'repro') continue;
      block.push(text);
      addRepro(fencedCommand(text, repro.at(-1)));
      continue;
    }
    endBlock();
    const pair = keyValue(text);
    const label = pair === undefined ? undefined : MODES.get(pair.key);
    if (pair !== undefined && label !== undefined) {
      mode = label;
      if (mode === 'references') cite(pair.value);
      else if (mode === 'repro') addRepro(reproItem(pair.value));
    } else if (pair !== undefined && (pair.key === 'level' || pair.key === 'evidencelevel')) {
      level ??= pair.value;
    } else if (pair?.key === 'command' || pair?.key === 'cmd') {
      mode = 'repro';
      addRepro(commandOnly(pair.value));
    } else if (pair !== undefined && /^(?:result|output|exit|exitcode)$/.test(pair.key)) {
      const last = repro.at(-1);
      if (last !== undefined && pair.value !== '') last.result ??= pair.value.slice(0, 2_000);
    } else if (mode === 'repro') {
      addRepro(reproItem(listItem(text) ?? ''));
    } else if (mode === 'references' || mode === 'none') {
      const item = listItem(text) ?? (mode === 'references' ? text.trim() : '');
      const rest = restOfQuote(item, joinedLines.slice(at + 1, at + 1 + MAX_QUOTE_LINES));
      cite([item, ...rest].join(' '));
      taken = at + 1 + rest.length;
    }
  }
  endBlock();
  return { repro, references, ...(level === undefined ? {} : { level }) };
}

/** The lines over which the quote of an item goes on; none if it ends on its own line, or nowhere. */
function restOfQuote(item: string, next: readonly ReportLine[]): string[] {
  let text = item;
  if (!breaksOffInQuote(text)) return [];
  for (const [n, line] of next.entries()) {
    text = `${text} ${line.text}`;
    if (!breaksOffInQuote(text)) return next.slice(0, n + 1).map((one) => one.text);
  }
  return [];
}

/** A line of code that ends in a backslash goes on in the next one. */
function joined(lines: readonly ReportLine[]): ReportLine[] {
  const out: ReportLine[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (line.fenced && last?.fenced && last.text.endsWith('\\')) {
      const text = `${last.text.slice(0, -1)}${line.text}`.slice(0, MAX_COMMAND_CHARS);
      out[out.length - 1] = { text, fenced: true };
    } else {
      out.push(line);
    }
  }
  return out;
}

/** A block that begins by going somewhere is one command. */
function wholeBlock(block: readonly string[]): Repro | undefined {
  const lines = block.map((line) => line.trim()).filter((line) => line !== '');
  if (lines.length < 2 || !/^(?:cd|set|export|source|\.)\s/.test(lines[0] ?? '')) return undefined;
  return commandOnly(lines.join('\n').slice(0, MAX_COMMAND_CHARS));
}

/** `npm test → 12 passed`, `` `npm test`: pass ``, `Ran $ npm test`. */
function reproItem(item: string): Repro | undefined {
  const text = item.slice(0, MAX_COMMAND_CHARS).trim();
  if (isPlaceholder(text)) return undefined;
  const span = /(`{1,3})([^`]{1,4000})\1/.exec(text);
  if (span !== null) {
    const rest = text.slice(span.index + span[0].length).replace(/^[\s:：=→>,—–-]+/, '');
    return withResult(span[2] ?? '', rest);
  }
  const arrow = / (?:=>|->|→|⇒) /.exec(text);
  if (arrow === null) return commandOnly(text);
  return withResult(text.slice(0, arrow.index), text.slice(arrow.index + arrow[0].length));
}

function commandOnly(value: string): Repro | undefined {
  return withResult(unwrap(value), '');
}

function withResult(command: string, result: string): Repro | undefined {
  const bare = command.trim().replace(/^\$ +/, '').slice(0, MAX_COMMAND_CHARS);
  if (isPlaceholder(bare)) return undefined;
  const said = result.trim().slice(0, 2_000);
  return said === '' ? { command: bare } : { command: bare, result: said };
}

/** A line of a code block below `Repro:`. Once one line has a `$ `, the others are its output. */
function fencedCommand(line: string, last: Repro | undefined): Repro | undefined {
  const text = line.trim();
  if (text === '' || text.startsWith('#')) return undefined;
  const prompt = /^\$ +(.*)$/.exec(text)?.[1];
  if (prompt !== undefined) return { command: prompt.slice(0, MAX_COMMAND_CHARS), result: '' };
  // An empty result marks a line that came with a prompt.
  return last?.result === '' ? undefined : commandOnly(text);
}
