// The goal as the log tells it, for somebody who watches.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import { layersOf } from '../../runtime/kernel/graph/layers.ts';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import type { Recorded } from '../../runtime/model/facts/fact.ts';
import type { Notice } from '../../runtime/model/notice.ts';
import { noticeText } from '../../runtime/words/notice.ts';
import { oneLine } from '../../runtime/words/plain-text.ts';

const POLL_MS = 100;

/** Prints what there is to see, as it is recorded. Returns how to stop. */
export function followRun(repo: string, say: (text: string) => void): () => void {
  const log = join(repo, '.wukong', 'events.jsonl');
  const tell = teller((file) => readFileSync(join(repo, '.wukong', file), 'utf8'));
  let seen = 0;
  const poll = (): void => {
    if (!existsSync(log)) return;
    const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    for (const line of lines.slice(seen)) {
      const text = tell(upcast(JSON.parse(line)));
      if (text !== undefined) say(text);
    }
    seen = lines.length;
  };
  const timer = setInterval(poll, POLL_MS);
  return () => {
    clearInterval(timer);
    poll();
  };
}

/** What was recorded of a run so far. */
type Before = Readonly<{
  /** The report it gave last, below .wukong/. */
  file?: string;
  /** Others' work came into its lane since. */
  moved?: boolean;
  /** The command of a gate that failed since. */
  red?: string | undefined;
}>;

/** Takes facts in their order, and says what there is to see of each. */
export function teller(read: (file: string) => string): (fact: Recorded) => string | undefined {
  /** By node, `1/3`. */
  const places = new Map<string, string>();
  const runs = new Map<string, Before>();
  return (fact) => {
    const before = runs.get(fact.run_id ?? '') ?? {};
    if (fact.type === 'goal.created') {
      const nodes = fact.payload.nodes ?? [];
      for (const [i, { id }] of nodes.entries()) places.set(id, `${i + 1}/${nodes.length}`);
    }
    if (fact.run_id !== undefined) runs.set(fact.run_id, after(fact, before));
    const place = places.get(fact.node_id ?? '') ?? fact.node_id ?? '';
    return textOf(fact, () => read(before.file ?? ''), { ...before, place });
  };
}

function after(fact: Recorded, before: Before): Before {
  if (fact.type === 'run.reported') return { file: fact.payload.file };
  if (fact.type === 'lane.moved') return { ...before, moved: true };
  const isRed = fact.type === 'gate.finished' && fact.payload.outcome === 'fail';
  return isRed ? { ...before, red: fact.payload.command ?? fact.payload.gate } : before;
}

/** The messages a session shows its user, and beside them each report as it is sent back; else undefined. */
export function textOf(
  fact: Recorded,
  report: () => string,
  { moved, red, place = '' }: Before & Readonly<{ place?: string }> = {},
): string | undefined {
  switch (fact.type) {
    case 'goal.created': {
      const { nodes = [], edges = [] } = fact.payload;
      const roles = layersOf(nodes, edges).map((all) => all.map(({ role }) => role).join(' + '));
      return `${pc.dim(`${fact.goal_id}: ${roles.join(' → ')}`)}\n`;
    }
    case 'run.dispatched':
      // Of a lane that is still to be made it is said when its agent can work there.
      return fact.payload.lane.awaited ? undefined : pc.dim(`    ${fact.payload.role} works`);
    case 'lane.ready':
      return pc.dim(`    ${place} works in a lane of its own, ${laneOf(fact.payload.worktree)}`);
    case 'lane.moved':
      return pc.dim(`    ${place} gets into its lane what has landed meanwhile`);
    case 'lane.landed':
      return pc.bold(pc.green(`    ${place} has landed`));
    case 'run.sent_back': {
      const { caught, missing } = fact.payload;
      const told = `    sent back  ${missing.map((one) => oneLine(one)).join(' ')}`;
      if (moved && red !== undefined) return redTogether(claimText(report()), red, missing);
      if (!caught) return pc.yellow(told);
      const claimed = `    claimed    ${caught.claimed ?? 'no level'}, ${claimText(report())}`;
      const seen = `    seen       ${caught.level}, ${oneLine(caught.seen)}`;
      return [pc.bold(pc.red(claimed)), pc.bold(pc.green(seen)), pc.yellow(told)].join('\n');
    }
    case 'notice.added':
      return coloured(fact.payload.about);
    default:
      return undefined;
  }
}

/** It was as it said, as long as the others' work was not there. */
function redTogether(claimed: string, command: string, [missing = '']: readonly string[]): string {
  const [first = ''] = missing.split('\n');
  return [
    pc.bold(pc.green(`    alone      ${claimed}`)),
    pc.bold(pc.red(`    together   \`${oneLine(command)}\` is red, so it does not land`)),
    pc.yellow(`    sent back  ${oneLine(first)}`),
  ].join('\n');
}

/** As its client names it, below the repository. */
function laneOf(worktree: string): string {
  return /[^/\\]+$/.exec(oneLine(worktree))?.[0] ?? '';
}

/** What a report says of its tests, in its own words. */
function claimText(text: string): string {
  const { repro, tests = 'nothing of tests' } = parseReport(text);
  const [first] = repro;
  return oneLine(first?.result === undefined ? tests : `\`${first.command}\`: ${first.result}`);
}

function coloured(notice: Notice): string {
  const text = noticeText(notice);
  if (notice.kind === 'goal-completed') return `\n${text}`;
  const passes = notice.kind === 'node-ended' && notice.end.kind === 'passes';
  return passes ? text.replace(/(?<=: )passes, L\d/, (words) => pc.green(words)) : pc.yellow(text);
}
