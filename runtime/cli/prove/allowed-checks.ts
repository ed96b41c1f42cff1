// Which checks may run without a goal: those a person names, or said yes to once in this clone.

import { join, relative } from 'node:path';
import { productProblems } from '../../documents/product-globs.ts';
import { shellWords } from '../../evidence/commands/shell-split.ts';
import { simpleCommand } from '../../evidence/commands/simple-command.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { changes } from '../../evidence/trees/tree-changes.ts';
import { proposeGates } from '../../hosts/claude-code/discover/discover-gates.ts';
import { type Discovered, takenByInit } from '../../hosts/claude-code/discover/discovered.ts';
import { leftOut, lookedAt } from '../../hosts/claude-code/discover/found-words.ts';
import type { Proposal } from '../../hosts/claude-code/discover/proposal.ts';
import { callText, commandText, type GateApproval, shellWord } from '../../model/gate.ts';
import type { ProveAnswer } from '../../model/prove-answers.ts';
import type { Check } from '../../proof/change.ts';
import { editedScripts, type Scripts } from '../../proof/edited-scripts.ts';
import type { Trees } from '../../proof/which-trees.ts';
import { oneLine } from '../../words/plain-text.ts';
import { ENGLISH_TRIALS, settingLines } from '../../words/trial-words.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import { askEach } from '../frame/ask.ts';
import type { Args, ArgsDef } from '../frame/command.ts';
import { misused, type Outcome } from '../frame/outcome.ts';
import { isAttended, warn } from '../frame/output.ts';
import { keep, keptFile, readKept } from './kept-answers.ts';
import { treeName } from './trial-text.ts';

const TIMEOUT_SEC = 300;

/** Of each command that judges: what may run, and what is the program. */
export const CHECK_ARGS = {
  check: {
    type: 'string',
    valueHint: 'COMMAND',
    description:
      'A check that may run, in this folder; as often as you like. Default: those you said yes to',
  },
  product: {
    type: 'string',
    valueHint: 'GLOB',
    description:
      'Which files are the program, as often as you like. Default: as product: of the base says, else manifests',
  },
} satisfies ArgsDef;

/** What cannot be meant by them. */
export function misusedChecks(args: Args): Outcome | undefined {
  const [wrong] = productProblems(args.texts('product'));
  if (wrong) return misused(wrong.message, wrong.hint ?? 'Write for example: --product "src/**"');
  const isEmpty = args.texts('check').some((line) => /^[\s'"]*$/.test(line));
  const example = 'Name one, for example: --check "npm test"';
  return isEmpty ? misused('--check names no command.', example) : undefined;
}

export type Checks = Readonly<{
  may: readonly Check[];
  /** Found, and nobody said that they may run. */
  others: readonly Found[];
  /** What was looked at, where nobody named a check. */
  looked?: Discovered;
}>;

/** `isApart`: the change touches nothing in its folder, so it may say nothing of it. */
type Candidate = Check & Readonly<{ isApart?: true }>;
type Led = Candidate & Readonly<{ scripts: Scripts }>;
/** `isRefused`: a person said so. */
export type Found = Led & Readonly<{ isRefused: boolean }>;

type Asked = Readonly<{ lines: readonly string[]; trees: Trees; place: TreePlace }>;

/** `lines`: what a person typed. Undefined: they broke off when they were asked. */
export async function checksFor(
  ws: Workspace,
  { lines, trees, place }: Asked,
): Promise<Checks | undefined> {
  const sides = { base: trees.base.tree, head: trees.head.tree };
  const looked = lines.length > 0 ? undefined : proposeGates({ root: ws.worktree });
  const typedOrFound: readonly Candidate[] =
    looked === undefined
      ? lines.map((line) => typed(line, below(ws)))
      : nearestFirst(takenByInit(looked.proposals).map(asCheck), await touched(place, sides));
  const scripts = await editedScripts(place, sides, typedOrFound);
  const checks = typedOrFound.map((check, at) => ({ ...check, scripts: scripts[at] ?? NONE }));
  if (looked === undefined) {
    showEdits(checks);
    return { may: checks, others: [] };
  }
  const kept = readKept(ws);
  if (!kept) warn(`${keptFile(ws)} cannot be read, so what it allowed does not count.`);
  const answers = [...(readTrust(ws)?.approvals ?? []).map(asKept), ...(kept ?? [])];
  const known = checks.map((check) => ({ ...check, may: answerOf(check, answers) }));
  const isOpen = ({ may, isApart }: (typeof known)[number]) => may === undefined && !isApart;
  const open = isAttended() ? known.filter(isOpen) : [];
  const chosen = await askAll(open, trees);
  if (chosen === undefined) return undefined;
  await keepAnswers(
    ws,
    open.map((check) => ({ check, may: chosen.has(check) })),
  );
  const may = known.filter((check) => !check.isApart && (check.may ?? chosen.has(check)));
  const others = known
    .filter((check) => !may.includes(check))
    .map((check) => ({ ...check, isRefused: check.may === false || open.includes(check) }));
  return { may, others, looked };
}

/** Where it was typed, below the top. */
function below({ worktree }: Workspace): string {
  return relative(worktree, process.cwd()).replaceAll('\\', '/');
}

/** Variables before a command. */
const SETS_VARIABLES = /^\s*[A-Za-z_]\w*=/;

/** A plain call, or a line for a shell where it is none. */
function typed(line: string, cwd: string): Check {
  const isSet = SETS_VARIABLES.test(line) && simpleCommand({ text: line }).program !== '';
  const words = isSet ? undefined : shellWords(line, true);
  const command = words === undefined || words.length === 0 ? [line] : words;
  const shell = words === undefined ? { shell: true } : {};
  const gate = { type: 'test', name: line, command, ...shell, mustPass: true } as const;
  return { gate: { ...gate, ...(cwd && { cwd }), expect_exit: 0, timeout_sec: TIMEOUT_SEC } };
}

function asCheck({ gate, source }: Proposal): Check {
  return { gate, from: `${source.file}:${source.line}` };
}

/** Nothing, where git does not say it: who judges asks again, and says why. */
async function touched(
  place: TreePlace,
  { base, head }: Readonly<{ base: string; head: string }>,
): Promise<readonly string[]> {
  const changed = await changes({ ...place, before: base, after: head });
  return changed.ok ? changed.value.map(({ path }) => path) : [];
}

/**
 * Those of packages that the change touches first, and then those of the top. The others are apart, and not run,
 * unless the change touches no package with a check.
 */
export function nearestFirst(
  checks: readonly Check[],
  paths: readonly string[],
): readonly Candidate[] {
  const isNear = ({ gate: { cwd } }: Check): boolean => {
    return cwd !== undefined && paths.some((path) => path.startsWith(`${cwd}/`));
  };
  const near = checks.filter(isNear);
  if (near.length === 0) return checks;
  const top = checks.filter(({ gate }) => gate.cwd === undefined);
  const apart = checks.filter((one) => !near.includes(one) && !top.includes(one));
  return [...near, ...top, ...apart.map((one) => ({ ...one, isApart: true }) as const)];
}

const NONE: Scripts = { edits: [], hash: '' };

function isEdited({ scripts }: Led): boolean {
  return scripts.edits.length > 0;
}

function asKept(approval: GateApproval): ProveAnswer {
  return { ...approval, may: true };
}

/** What the base runs is known to whoever said yes to it; what the change makes of it is asked about. */
export function answerOf(check: Led, answers: readonly ProveAnswer[]): boolean | undefined {
  const holds = ({ scripts }: ProveAnswer): boolean =>
    scripts === undefined ? !isEdited(check) : scripts === check.scripts.hash;
  return answers.findLast((one) => holds(one) && isApproved(check.gate, [one]))?.may;
}

async function askAll<T extends Led>(
  open: readonly T[],
  { head }: Trees,
): Promise<ReadonlySet<T> | undefined> {
  showEdits(open);
  const questions = open.map((check) => {
    const more = [check.from, ...(isEdited(check) ? ['this change edited it'] : [])];
    const told = more.filter(Boolean).join('; ');
    const question = `May \`${callText(check.gate)}\` (${told}) run here, on ${treeName(ENGLISH_TRIALS, head)}?`;
    return [...settingLines(check.gate), question].join('\n');
  });
  const chosen = await askEach(questions);
  return chosen && new Set(open.filter((_, at) => chosen.includes(at)));
}

function showEdits(checks: readonly Led[]): void {
  for (const { gate, scripts } of checks) {
    if (scripts.edits.length === 0) continue;
    const head = `This change edits what \`${callText(gate)}\` runs:`;
    warn([head, ...editLines(scripts)].join('\n'));
  }
}

const LONGEST = 1000;

function editLines({ edits }: Scripts): string[] {
  const text = (script: string): string => {
    const shown = oneLine(script, LONGEST);
    if (shown === '') return 'not there';
    return shown.endsWith('…') ? `${shown} (cut: read it first)` : shown;
  };
  return edits.flatMap(({ name, before, now }) => [
    `  ${name}, before: ${text(before)}`,
    `  ${name}, now:    ${text(now)}`,
  ]);
}

async function keepAnswers(
  ws: Workspace,
  answered: ReadonlyArray<Readonly<{ check: Led; may: boolean }>>,
): Promise<void> {
  if (answered.length === 0) return;
  const answers = answered.map(({ check, may }): ProveAnswer => {
    const { command, cwd, shell } = check.gate;
    const call = { command, ...(cwd && { cwd }), ...(shell && { shell }) };
    return { ...call, may, ...(isEdited(check) && { scripts: check.scripts.hash }) };
  });
  try {
    await keep(ws, answers);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warn(`The answer counts now, and could not be kept: ${why}`);
  }
}

/** How a person is asked about them again, or lets one run. */
export function othersText(
  ws: Workspace,
  { may, others, looked }: Checks,
  command: 'prove' | 'rehearse',
): string[] {
  const [first] = others;
  if (!first)
    return may.length > 0 || !looked ? [] : ['', lookedAt(looked), ...leftOut(looked.leftOut)];
  const names = others.map((check) => {
    const { gate, from, isRefused, isApart } = check;
    const told = [
      ...(from === undefined ? [] : [from]),
      ...(isEdited(check) ? ['this change edited what it runs'] : []),
      ...(isRefused ? ['you said no'] : []),
      ...(isApart ? ['the change touches nothing there'] : []),
    ];
    return `  ${callText(gate)}  (${told.join('; ')})`;
  });
  const again = others.every(({ isApart }) => isApart)
    ? ''
    : others.every(({ isRefused }) => isRefused)
      ? `, or delete ${relative(process.cwd(), keptFile(ws))} to be asked again`
      : ', or answer once at a terminal';
  const { command: words, cwd = '.' } = first.gate;
  // What is typed runs in the folder where it is typed.
  const folder = relative(process.cwd(), join(ws.worktree, cwd));
  const there = folder === '' ? '' : `cd ${shellWord(folder)} && `;
  const how = `Let one run: ${there}wukong ${command} --check "${commandText(words)}"${again}.`;
  return ['', may.length === 0 ? 'Found here, and not run:' : 'Not run:', ...names, how];
}
