// The goal as the log tells it, for somebody who watches.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import type { Recorded } from '../../runtime/model/facts/fact.ts';
import type { Notice } from '../../runtime/model/notice.ts';
import { noticeText } from '../../runtime/words/notice.ts';
import { oneLine } from '../../runtime/words/plain-text.ts';

const POLL_MS = 100;

/** Prints what there is to see, as it is recorded. Returns how to stop. */
export function followRun(repo: string, say: (text: string) => void): () => void {
  const log = join(repo, '.wukong', 'events.jsonl');
  let seen = 0;
  /** By run, the file of the report it gave last, below .wukong/. */
  const reports = new Map<string | undefined, string>();
  const poll = (): void => {
    if (!existsSync(log)) return;
    const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    for (const line of lines.slice(seen)) {
      const fact = upcast(JSON.parse(line));
      if (fact.type === 'run.reported') reports.set(fact.run_id, fact.payload.file);
      const text = textOf(fact, () =>
        readFileSync(join(repo, '.wukong', reports.get(fact.run_id) ?? ''), 'utf8'),
      );
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

/** The messages a session shows its user, and beside them each report as it is sent back; else undefined. */
export function textOf(fact: Recorded, report: () => string): string | undefined {
  switch (fact.type) {
    case 'goal.created': {
      const roles = fact.payload.nodes?.map(({ role }) => role) ?? [];
      return `${pc.dim(`${fact.goal_id}: ${roles.join(' → ')}`)}\n`;
    }
    case 'run.dispatched':
      return pc.dim(`    ${fact.payload.role} works`);
    case 'run.sent_back': {
      const { caught, missing } = fact.payload;
      const told = `    sent back  ${missing.map((one) => oneLine(one)).join(' ')}`;
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
