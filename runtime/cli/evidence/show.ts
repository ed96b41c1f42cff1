import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { orFailure } from '../../files/file-failure.ts';
import { readEnds } from '../../files/reading.ts';
import { realPath } from '../../files/real-path.ts';
import { readGoals } from '../../inspect/read-goals.ts';
import type { OnProgress } from '../../inspect/read-log.ts';
import { readResult } from '../../inspect/read-result.ts';
import { numberOf } from '../../kernel/state/ids.ts';
import type { Goal } from '../../model/state/goal.ts';
import { pageOf } from '../../page/page-of.ts';
import { MADE_BY, renderPage } from '../../page/render-page.ts';
import { type Redact, redactor } from '../../privacy/redact.ts';
import { renderBody } from '../../words/goal/summary.ts';
import { oneLine } from '../../words/plain-text.ts';
import { heldText } from '../../words/trial-words.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { keptFolderOf } from '../../workspace/repository.ts';
import type { Args, Command } from '../frame/command.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, EXIT, failed, misused, type Outcome, problem } from '../frame/outcome.ts';
import { warn } from '../frame/output.ts';
import { progress } from '../frame/progress.ts';
import { heldJson, LINES_ARGS, linesAsked } from '../prove/held-lines.ts';
import { inOwnFolder } from '../prove/own-folder.ts';
import { pickEvidence } from './pick-evidence.ts';
import { type LinesAsked, linesOfGoal } from './prove-again.ts';
import { readSources } from './show-sources.ts';

export const show: Command = {
  description: 'Write a goal as one HTML page: verdict, change, logs, claims beside what was seen',
  args: {
    goal: {
      type: 'positional',
      required: false,
      description: 'G-0001; without it the goal that was last worked on',
    },
    out: {
      type: 'string',
      description: 'The file to write; else show.html in the artifacts of the goal.',
    },
    markdown: { type: 'boolean', description: 'Print the body of a pull request instead' },
    force: { type: 'boolean', description: 'Write over a file that is no such page.' },
    ...LINES_ARGS,
  },
  examples: [
    ['wukong show', 'the goal that was last worked on'],
    ['wukong show G-0001 --out goal.html', 'to send it to somebody'],
    ['wukong show --lines', 'with which changed lines a test holds'],
    ['wukong show G-0001 --markdown', 'what was shown, to paste into a pull request'],
  ],
  run(args) {
    const linesIn = linesAsked(args);
    if (!linesIn.ok) return linesIn.error;
    const seconds = linesIn.value;
    if (seconds === undefined) return showGoal(args);
    return inOwnFolder((folder, stop) => showGoal(args, { seconds, folder, stop }));
  },
};

/** `lines`: where somebody asks which of them a test holds. */
async function showGoal(args: Args, lines?: LinesAsked): Promise<Outcome> {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  const shown = progress();
  try {
    const named = args.text('goal') ?? lastWorkedOn(ws, shown.update);
    const picked = pickEvidence(ws, named, 'show', shown.update);
    if (!picked.ok) return picked.error;
    const { goal } = picked.value;
    const clean = redactor(process.env);
    if (args.flag('markdown')) return bodyOf(ws, goal, clean, args, shown.update);
    const out = args.text('out');
    const file = out === undefined ? defaultFile(ws, goal.artifacts) : resolve(out);
    const refused = out === undefined ? undefined : refusedPlace(ws, file);
    if (refused) return refused;
    const kept = args.flag('force') ? undefined : inTheWay(file);
    if (kept) return kept;
    const sources = await readSources({ ws, goal, clean }, shown.update);
    if (!sources.ok) return failed(sources.error);
    const told = lines && (await linesOfGoal(ws, sources.value.result, goal, lines));
    if (told && !told.ok) return untold(goal, told.error);
    const held = told?.value;
    const text = renderPage(pageOf({ ...sources.value, lines: held }));
    const written = orFailure(() => ({ ok: true, value: replaceFile(file, text, false) }) as const);
    if (!written.ok) return failed(written.failure);
    if (held) warn(heldText(held));
    const bytes = Buffer.byteLength(text);
    const json = { goal: goal.id, file, bytes, ...(held && { lines: heldJson(held) }) };
    return done(oneLine(file, Number.POSITIVE_INFINITY), json);
  } finally {
    shown.end();
  }
}

function untold({ id }: Goal, why: string): Outcome {
  const message = `Which lines a test of ${id} holds cannot be told: ${oneLine(why, 500)}.`;
  return problem(EXIT.unable, { kind: 'lines', message, hint: `Without them: wukong show ${id}` });
}

function bodyOf(
  ws: Workspace,
  goal: Goal,
  clean: Redact,
  args: Args,
  onProgress: OnProgress,
): Outcome {
  const beside = ['out', 'force', 'lines'].find(
    (one) => args.text(one) !== undefined || args.flag(one),
  );
  if (beside !== undefined) {
    return misused(`--markdown and --${beside} exclude each other.`, 'Leave one of them out.');
  }
  const result = readResult(ws, goal, onProgress);
  if (!result.ok) return failed(result.error);
  const body = clean(renderBody(result.value));
  return done(body.trimEnd(), { goal: goal.id, title: goal.title, body });
}

/** By the newest event, open or ended. */
function lastWorkedOn(ws: Workspace, onProgress: (where: string) => void): string | undefined {
  const goals = readGoals(ws, undefined, onProgress);
  // Why it cannot be read is said where the goal is picked.
  if (!goals.ok) return undefined;
  const all = goals.last ? [...goals.open, goals.last] : goals.open;
  return [...all].sort((a, b) => numberOf(a.as_of) - numberOf(b.as_of)).at(-1)?.id;
}

function defaultFile(ws: Workspace, session: string): string {
  const folder = files.artifacts(ws, session);
  makeFolder(ws, folder);
  return join(folder, 'show.html');
}

/** What the guard keeps from agents, no command of ours writes for them: not even with --force. */
function refusedPlace(ws: Workspace, file: string): Outcome | undefined {
  const folder = realPath(dirname(file));
  if (folder === undefined) {
    return misused(
      `There is no folder ${oneLine(dirname(file), 300)}.`,
      'Make it, or name another file.',
    );
  }
  const place = join(folder, basename(file));
  const inside = keptFolderOf(ws, place);
  if (inside === undefined) return undefined;
  return misused(
    `${oneLine(file, 300)} is below ${inside}${sep}, where nothing else is written.`,
    'Name a file elsewhere, or leave --out away: then the page is beside the artifacts of its goal.',
  );
}

/** A file that was not made by this command stays, unless it is told to go. */
function inTheWay(file: string): Outcome | undefined {
  if (!existsSync(file)) return undefined;
  if (isOurs(file)) return undefined;
  return problem(EXIT.usage, {
    kind: 'file-exists',
    message: `${oneLine(file, 300)} is there and was not made by wukong show.`,
    hint: 'Name another file, or write over it with --force.',
  });
}

function isOurs(file: string): boolean {
  return readEnds(file, MADE_BY.length)?.head.startsWith(MADE_BY) === true;
}
