import { dropKept } from '../../engine/gates/spare-copy-of.ts';
import { removeEmptyLanes } from '../../engine/lanes/remove-lanes.ts';
import { namesIn } from '../../files/folders.ts';
import {
  type Data,
  NO_NAME_OF_OURS,
  planUninstall,
  THERE_BEFORE,
  type UninstallAction,
} from '../../hosts/claude-code/uninstall/plan-uninstall.ts';
import { applyUninstall } from '../../hosts/claude-code/uninstall/uninstall.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { readAnchors } from '../../memory/anchors.ts';
import { oneLine } from '../../words/plain-text.ts';
import { noRepository } from '../../workspace/bare-repository.ts';
import { inGit } from '../../workspace/in-git.ts';
import { type Unread, unreadInstallation } from '../../workspace/installation.ts';
import { LAUNCHER } from '../../workspace/installed-files.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { programFolder } from '../../workspace/program-folder.ts';
import { findRepository } from '../../workspace/repository.ts';
import { readTrust } from '../../workspace/trust.ts';
import type { Command } from '../frame/command.ts';
import { done, EXIT, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { colors, printLine } from '../frame/output.ts';
import { isAgreed } from '../frame/person.ts';
import { stateHere, switchHooks, unrecordedLines, whoSwitches } from './switch-hooks.ts';

export const uninstall: Command = {
  description: 'Take Wukong out of this repository; your settings come back as they were',
  args: {
    yes: { type: 'boolean', description: 'Do not ask, and take what would be lost as lost' },
    'dry-run': { type: 'boolean', description: 'Show what would go, and do nothing' },
    'keep-data': {
      type: 'boolean',
      description: 'Leave configuration, log, evidence, memory and templates in .wukong',
    },
  },
  examples: [
    ['wukong uninstall', 'all of it'],
    ['wukong uninstall --dry-run', 'what would go'],
    ['wukong uninstall --keep-data', 'leave the log and what was recorded'],
  ],
  async run(args) {
    const ws = findRepository(process.cwd());
    if (!ws) return failed(noRepository(process.cwd()), EXIT.failed);
    const isDryRun = args.flag('dry-run');
    if (args.flag('yes') && isDryRun) {
      return misused('--yes and --dry-run exclude each other.', 'Leave one of them out.');
    }
    const data: Data = args.flag('keep-data') ? 'keep-data' : 'remove-data';
    const source = programFolder();
    const plan = planUninstall(ws, source, data);
    if (!plan.ok) return failed(plan.error);
    const refusals = refused(plan.value);
    if (refusals) return refusals;
    const edited = plan.value.filter(({ kind }) => kind === 'keep');
    if (edited.length === plan.value.length) return nothingThere(ws, edited);
    const unread = unreadInstallation(ws);
    if (unread) printLine(colors.yellow(UNREAD[unread]));
    printLine(`To be removed from ${ws.root}:`);
    for (const line of planLines(plan.value)) printLine(line);

    const state = stateHere(ws);
    const lost = data === 'keep-data' ? [] : lossesOf(ws, state);
    const told = { ...toldOf(ws, plan.value, lost), record_unread: unread ?? null };
    if (isDryRun) return notDone(lost, told);
    const person = whoSwitches(ws);
    if (!person.ok) return person.error;
    if (lost.length > 0 && !args.flag('yes')) {
      const hint = 'wukong uninstall --yes, or leave it in .wukong: wukong uninstall --keep-data';
      return needsPerson(`Nothing was done. This would be lost: ${lost.join('; ')}.`, hint);
    }
    if (lost.length > 0) printLine(colors.yellow(`  Lost with it: ${lost.join('; ')}.`));
    if (!(await isAgreed(person.value, 'Take Wukong out of this repository?', args.flag('yes')))) {
      return needsPerson('Nothing was done.', 'Without a question: wukong uninstall --yes');
    }
    const wasInGit = inGit(ws, LAUNCHER) === 'yes';
    // Nobody of ours writes any more into what is taken away.
    if (readTrust(ws) && readTrust(ws)?.off === undefined) {
      const switched = await switchHooks(ws, 'off', person.value);
      if (!switched.ok) return failed(switched.error);
      for (const line of unrecordedLines(switched.value)) printLine(colors.yellow(`  ${line}`));
    }
    dropKept(ws);
    const log_id = readTrust(ws)?.log_id;
    const known = state?.ok ? state.value : { goals: {}, retired: {} };
    const lanes = log_id && (await removeEmptyLanes(ws, { ...known, log_id }));
    for (const { path, why } of lanes ? lanes.left : []) {
      printLine(colors.yellow(`  ${path} stays: ${why}.`));
    }
    const applied = await applyUninstall(ws, source, data);
    if (!applied.ok) return failed(applied.error);
    return refused(applied.value) ?? outcome(plan.value, data, wasInGit, told);
  },
};

/** What a person may want to have, in words. */
function lossesOf(ws: Workspace, state: ReturnType<typeof stateHere>): string[] {
  const goals = state?.ok ? openGoals(state.value).map(({ id }) => id) : [];
  const anchors = [...readAnchors(ws).keys()];
  const templates = namesIn(files.templates(ws)).map((name) => oneLine(name, 60));
  return [
    ...(goals.length === 0 ? [] : [`open goals ${few(goals)}`]),
    ...(state?.ok === false ? ['the log, which cannot be read and may hold open goals'] : []),
    ...(anchors.length === 0 ? [] : [`reviewed anchors ${few(anchors)}`]),
    ...(templates.length === 0 ? [] : [`templates ${few(templates)}`]),
  ];
}

const FEW = 5;

function few(ids: readonly string[]): string {
  const more = ids.length > FEW ? ` and ${ids.length - FEW} more` : '';
  return ids.slice(0, FEW).join(', ') + more;
}

function refused(actions: readonly UninstallAction[]): Outcome | undefined {
  const refusals = actions.flatMap((action) => (action.kind === 'refuse' ? [action] : []));
  const [first] = refusals;
  if (!first) return undefined;
  const paths = refusals.map(({ path }) => path).join(', ');
  return failed({ kind: 'refused', message: `${paths} ${first.why}.`, hint: first.hint });
}

const FOUND = 'each part is found by its name and its content, and what has none of ours stays.';
const UNREAD: Readonly<Record<Unread, string>> = {
  torn: `.git/wukong/installed.json is damaged: ${FOUND}`,
  newer: `A newer Wukong wrote .git/wukong/installed.json: ${FOUND}`,
};

const MARKS = { remove: '-', update: '~', keep: ' ', refuse: '!' } as const;

/** Agents, commands and skills by their number, all else by name. */
function planLines(actions: readonly UninstallAction[]): string[] {
  const groups = new Map<string, UninstallAction[]>();
  for (const action of actions) {
    const folder = /^\.claude\/(?:agents|commands|skills)\//.exec(action.path)?.[0];
    const name = action.kind === 'remove' && folder ? folder : action.path;
    groups.set(name, [...(groups.get(name) ?? []), action]);
  }
  return [...groups].map(([name, [first, ...others]]) => {
    const why = others.length === 0 ? first?.why : `${others.length + 1} files`;
    return `  ${MARKS[first?.kind ?? 'keep']} ${name}  ${colors.dim(why ?? '')}`;
  });
}

function nothingThere(ws: Workspace, edited: readonly UninstallAction[]): Outcome {
  const lines = [`Wukong is not installed in ${ws.root}.`, ...keptLines(edited)];
  return done(lines.join('\n'), { root: ws.root, actions: [], kept: pathsOf(edited), lost: [] });
}

function keptLines(kept: readonly UninstallAction[]): string[] {
  const because = (is: (why: string) => boolean): string =>
    pathsOf(kept.filter(({ why }) => is(why))).join(', ');
  const edited = because((why) => why !== THERE_BEFORE && why !== NO_NAME_OF_OURS);
  const before = because((why) => why === THERE_BEFORE);
  const unnamed = because((why) => why === NO_NAME_OF_OURS);
  return [
    ...(edited ? [`Edited here, so yours to keep or delete: ${edited}`] : []),
    ...(before ? [`There before Wukong, so it stays: ${before}`] : []),
    ...(unnamed ? [`Without a name of Wukong’s, so it stays: ${unnamed}`] : []),
  ];
}

function pathsOf(actions: readonly UninstallAction[]): string[] {
  return actions.map(({ path }) => path);
}

function notDone(lost: readonly string[], told: object): Outcome {
  const lines = [
    ...(lost.length > 0 ? [`Lost with it: ${lost.join('; ')}.`] : []),
    'Nothing was done (--dry-run).',
  ];
  return done(lines.join('\n'), { dry_run: true, ...told });
}

function toldOf(ws: Workspace, actions: readonly UninstallAction[], lost: readonly string[]) {
  return {
    root: ws.root,
    actions: actions.map(({ kind, path, why }) => ({ kind, path, why })),
    kept: pathsOf(actions.filter(({ kind }) => kind === 'keep')),
    lost,
  };
}

function outcome(
  actions: readonly UninstallAction[],
  data: Data,
  wasInGit: boolean,
  told: object,
): Outcome {
  const edited = actions.filter(({ kind }) => kind === 'keep');
  const lines = [
    'Wukong is gone from this clone.',
    ...keptLines(edited),
    ...(data === 'keep-data' ? ['Your data is in .wukong; wukong init goes on with it.'] : []),
    ...(wasInGit
      ? ['It was committed: git status shows what is gone; commit that for everybody.']
      : []),
    'Claude Code sessions that are open: start them again.',
  ];
  return done(lines.join('\n'), { dry_run: false, ...told });
}
