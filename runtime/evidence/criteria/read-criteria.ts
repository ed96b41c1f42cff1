// The criteria as an ear wrote them, one by one: of which kind each is, and what it names. The kind decides
// what has to be seen (kernel/graph/criteria.ts). It is told (`[documentation] …`) or follows from what is
// named; whatever is not clear is for the mind to judge.

import { type CommandGate, commandText } from '../../model/gate.ts';
import type { Criterion, CriterionKind } from '../../model/proof.ts';
import { isTestFile } from '../gates/built-in-gates.ts';

const MAX_CHARS = 300;
const MAX_NAMES = 5;
const MAX_NAME_CHARS = 200;
const CUT = ' … (cut)';

type ReadCriterion = Omit<Criterion, 'number' | 'node'>;

export function readCriteria(
  texts: readonly string[],
  gates: readonly CommandGate[],
): ReadCriterion[] {
  return texts.map((text) => readCriterion(text, gates));
}

function readCriterion(written: string, gates: readonly CommandGate[]): ReadCriterion {
  const told = TOLD_KIND.exec(written);
  const text = written.slice(told?.[0].length ?? 0).trim();
  // What it was taken from says nothing about how it is seen.
  const own = text.replace(/\brequest ?[:：] *(?:"[^"]*"|“[^”]*”|「[^」]*」|[^()（）]*)/gi, '');
  const word = told?.[2]?.toLowerCase();
  const gate = word === undefined || word === 'deterministic' ? gateIn(text, gates) : undefined;
  const kind = gate ? 'deterministic' : word === undefined ? kindOf(own, gates) : TOLD[word];
  const names = gate ? [gate.name] : namedIn(own, kind ?? 'judged', gates).slice(0, MAX_NAMES);
  return {
    text: text.length > MAX_CHARS ? text.slice(0, MAX_CHARS) + CUT : text,
    kind: kind ?? 'judged',
    names: names.map((name) => name.slice(0, MAX_NAME_CHARS)),
  };
}

/** Its own backticks go with it, and none of what stands behind it. */
const TOLD_KIND =
  /^[\s*_]*(`?)\[(deterministic|behaviou?ral|documentation|judged)\](?:\1)[\s*_:：,-]*/i;

/**
 * What the ear told to be deterministic, and in which nothing is found that the runtime could look at: nobody will
 * ever see it hold.
 */
export function notUnderstood(
  texts: readonly string[],
  gates: readonly CommandGate[],
): readonly string[] {
  return texts.filter((text) => {
    const { kind, names } = readCriterion(text, gates);
    return kind === 'deterministic' && names.length === 0;
  });
}

/**
 * The gate of which a criterion says the name or the command and nothing else; that it passes may be said. A name
 * that reads as a sentence would tell of what its command need not look at.
 */
function gateIn(text: string, gates: readonly CommandGate[]): CommandGate | undefined {
  const said = text
    .trim()
    .replace(/[.。]$/, '')
    .replace(PASSES, '')
    .trim();
  const bare = /^(`|"|\*\*)(.+)\1$/.exec(said)?.[2] ?? said;
  return gates.find(
    ({ name, command }) =>
      (bare === name && PLAIN_NAME.test(name)) || bare === commandText(command),
  );
}

const PASSES = /\s+(?:pass(?:es)?|is green)$|\s*通过$/i;
const PLAIN_NAME = /^[a-z0-9_-]+$/;

const TOLD: Readonly<Record<string, CriterionKind>> = {
  deterministic: 'deterministic',
  behavioural: 'behavioural',
  behavioral: 'behavioural',
  documentation: 'documentation',
  judged: 'judged',
};

function kindOf(text: string, gates: readonly CommandGate[]): CriterionKind {
  if (saysPasses(text) && commandsIn(text, gates).length > 0) return 'deterministic';
  if (pathsIn(text).some(isTestFile)) return 'behavioural';
  return pathsIn(text).some(isPage) ? 'documentation' : 'judged';
}

function namedIn(text: string, kind: CriterionKind, gates: readonly CommandGate[]): string[] {
  switch (kind) {
    case 'deterministic':
      return commandsIn(text, gates);
    case 'behavioural':
      return pathsIn(text).filter(isTestFile);
    case 'documentation':
      return pathsIn(text).filter((path) => isPage(path) || path.includes('/'));
    case 'judged':
      return [];
  }
}

/** A gate is no proof that something fails. */
function saysPasses(text: string): boolean {
  return (
    /\b(?:pass(?:es|ed)?|succeeds?|green|exits? (?:with )?0|exit (?:code|status) 0)\b|通过|退出码/i.test(
      text,
    ) && !/\bfail/i.test(text)
  );
}

/** Gates by their name; else the commands whose exit code is spoken of. */
function commandsIn(text: string, gates: readonly CommandGate[]): string[] {
  const exit = /\bexit(?:s| code| status)?(?: with)? (\d+)|退出码[^\d]{0,3}(\d+)/i.exec(text);
  if (exit && Number(exit[1] ?? exit[2]) !== 0) return [];
  const quoted = [...text.matchAll(/`([^`]+)`|"([^"]+)"/g)].map((span) => span[1] ?? span[2] ?? '');
  const found = gates.filter(({ name, command }) => {
    const line = commandText(command);
    return quoted.includes(name) || quoted.includes(line) || isIn(text, line);
  });
  if (found.length > 0) return found.map(({ name }) => name);
  return exit ? [...text.matchAll(/`([^`]+)`/g)].map((span) => span[1] ?? '').slice(0, 1) : [];
}

/** `npm test passes`: one word alone could be any. */
function isIn(text: string, command: string): boolean {
  const at = command.includes(' ') ? text.indexOf(command) : -1;
  return at >= 0 && !/^[\w:.-]/.test(text.slice(at + command.length).replace(/^[.:](?=\s|$)/, ''));
}

/** Files by their names. `src/a.js:12` is a place that something was taken from. */
function pathsIn(text: string): string[] {
  const found = text.matchAll(
    /(?<![\p{L}\p{N}_/.@-])(?:\.\/)?((?:[\p{L}\p{N}_.@-]+\/)*(?:[\p{L}\p{N}_@-][\p{L}\p{N}_.@-]*\.[A-Za-z]\w{0,9}|README|CHANGELOG|LICENSE))(?!\.?[\p{L}\p{N}_/])(?!:\d|#L\d|,? lines? \d)/gu,
  );
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}

function isPage(path: string): boolean {
  return /\.(?:md|mdx|markdown|rst|adoc|txt)$/i.test(path) || /^[A-Z]+$/.test(path);
}
