import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dropSecondCopy, restoreLog } from '../../log/second-copy.ts';
import { type Damaged, findDamage, type Repaired, setDamageAside } from '../../step/repair.ts';
import { describeEvent } from '../../words/facts.ts';
import { inGit } from '../../workspace/in-git.ts';
import { LAUNCHER } from '../../workspace/installed-files.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { findRepository } from '../../workspace/repository.ts';
import { readTrust } from '../../workspace/trust.ts';
import { ask } from '../frame/ask.ts';
import type { Command } from '../frame/command.ts';
import { openTrusted, openWorkspace, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAttended, printLine } from '../frame/output.ts';
import { progress } from '../frame/progress.ts';

export const repair: Command = {
  description: 'Repair a log that is damaged, or bring back one that is gone',
  args: {
    'set-aside': {
      type: 'boolean',
      description: 'Copy the damaged files to archive/, then discard what follows the damage',
    },
    restore: {
      type: 'boolean',
      description: 'Where events.jsonl is gone, replaced or set back, bring back its copy',
    },
    yes: { type: 'boolean', description: 'Do not ask' },
  },
  examples: [
    ['wukong repair', 'what it would do'],
    ['wukong repair --restore', 'bring back a log that is gone or replaced'],
  ],
  async run(args) {
    if (args.flag('restore')) return restore();
    if (!args.flag('set-aside')) {
      return misused(
        'A repair discards everything after the damage, so it has to be asked for.',
        'See what is wrong with `wukong fsck`; then type: wukong repair --set-aside. Where events.jsonl is gone or replaced: wukong repair --restore',
      );
    }
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const { ws } = opened.value;
    const searching = progress();
    const search = findDamage(ws, ({ event_id }) => searching.update(`${event_id} read`));
    searching.end();
    if (!search.ok) return failed(search.failure);
    if (!search.damaged) return NOTHING;
    printLine(describe(search.damaged));
    if (!args.flag('yes')) {
      const agreed =
        isAttended() && (await ask('Discard these lines and keep a copy in archive/?'));
      if (agreed !== true) {
        return needsPerson('Nothing was done.', 'Type: wukong repair --set-aside --yes');
      }
    }
    const shown = progress();
    const repaired = setDamageAside(ws, ({ event_id }) => shown.update(`${event_id} read`));
    shown.end();
    if (!repaired.ok) return failed(repaired.failure);
    dropSecondCopy(ws, opened.value.trust.log_id);
    return repaired.repaired ? outcome(repaired.repaired) : NOTHING;
  },
};

function restore(): Outcome {
  const opened = openWorkspace();
  const ws = findRepository(process.cwd());
  const trust = ws && readTrust(ws);
  const restored = trust && restoreLog(ws, trust.log_id);
  if (!restored) {
    if (opened.ok) return NOT_GONE;
    if (!trust || opened.error.kind !== 'log-missing') return failed(opened.error);
    const hint = 'Start a new log with `wukong init`.';
    return needsPerson('There is no copy of the log: no goal of it was begun here.', hint);
  }
  const read = stateOf(ws);
  if (!read.ok) return failed(read.error);
  const { as_of, last_finished } = read.value;
  const lines = [
    `Brought back ${restored.length} files; the log goes on after ${as_of}.`,
    ...(last_finished === null ? [] : [`The last goal that ended is ${last_finished}.`]),
    ...wayOn(ws),
  ];
  return done(lines.join('\n'), { restored: restored.length, as_of, last_finished });
}

/** git took the rest of it as well, or has a log of others in its place. */
function wayOn(ws: Workspace): readonly string[] {
  const tracked = inGit(ws, '.wukong/events.jsonl') === 'yes';
  return [
    ...(tracked ? ['Take the log out of git: git rm --cached .wukong/events.jsonl'] : []),
    ...(existsSync(join(ws.root, LAUNCHER)) ? [] : ['Put the rest back: wukong init']),
    'Check with: wukong status. Open goals go on in Claude Code with: /wukong_resume',
  ];
}

const NOT_GONE = misused('The log is there.', 'See what is wrong with it: wukong fsck');

const NOTHING = done(
  'Nothing to repair: every record is valid, or is a torn tail that the next step heals.',
  {
    repaired: false,
  },
);

function describe({ damage, kept, lost }: Damaged): string {
  const sample = lost.sample.map((record) => {
    const where = [record.goal_id, record.node_id].filter((id) => id !== undefined).join('/');
    return `    ${record.event_id}  ${where.padEnd(12)}  ${describeEvent(record)}`;
  });
  const more = lost.readable - sample.length;
  return [
    `.wukong/${damage.file} is damaged at line ${damage.line}, byte ${damage.byte}: ${damage.why}.`,
    `  ${kept.events} events before it are kept.`,
    `  ${lost.lines} lines (${lost.bytes} bytes) after them would no longer count.`,
    ...(sample.length === 0 ? [] : ['  Of these can still be read:', ...sample]),
    ...(more > 0 ? [`    … and ${more} more`] : []),
  ].join('\n');
}

function outcome({ damaged, copies, event }: Repaired): Outcome {
  const { kept, lost } = damaged;
  const lines = [
    `The log continues after ${kept.events} events; ${event} records what was set aside.`,
    ...copies.map(({ file, sha256 }) => `Complete copy: .wukong/${file}\n  SHA-256 ${sha256}`),
    'What was recorded after the damage is gone: nodes finished there are open again, and runs that ended there look active until `/wukong_resume`. Files that agents changed stay as they are.',
    'Check with: wukong status',
  ];
  return done(lines.join('\n'), {
    repaired: true,
    event,
    kept_events: kept.events,
    lost: { lines: lost.lines, bytes: lost.bytes, readable: lost.readable },
    set_aside: copies,
  });
}
