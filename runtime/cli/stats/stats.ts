import { hookStats } from '../../kernel/views/hook-stats.ts';
import { readHistory } from '../../log/history.ts';
import { nothingSeen, see } from '../../metrics/collect.ts';
import { type WorkStats, workStats } from '../../metrics/work-stats.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { firstDay } from '../../rollups/due.ts';
import { endOfDay, localDay } from '../../rollups/local-day.ts';
import { writeRollup } from '../../rollups/write-rollup.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Args, Command } from '../frame/command.ts';
import { newerNotice, openShown, openTrusted } from '../frame/open-workspace.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { progress } from '../frame/progress.ts';
import { hooksText } from './hooks-text.ts';
import { workText } from './work-text.ts';

export const stats: Command = {
  description: 'Show how long work took and what it used, by role and node; or how the hooks did',
  args: {
    what: {
      type: 'positional',
      description: 'A goal, else all of them; with --day a day, else today',
      valueHint: 'G-0001|2026-11-23',
    },
    hooks: {
      type: 'boolean',
      description: 'How often each hook ran, how long, how often it failed',
    },
    day: { type: 'boolean', description: 'Write the roll-up of a day to .wukong/rollups/' },
    utc: { type: 'boolean', description: 'Times in UTC, not in the zone of this machine' },
  },
  examples: [
    ['wukong stats', 'time, tokens and runs, by role and node'],
    ['wukong stats --hooks', 'how long each hook took'],
    ['wukong stats --day 2026-11-21', 'what was done on a day, as a page'],
  ],
  run(args) {
    return args.flag('day') ? rollUp(args.text('what')) : show(args);
  },
};

function show(args: Args): Outcome {
  const opened = openShown();
  if (!opened.ok) return failed(opened.error);
  const { ws, state, newer } = opened.value;
  const first = newer === 0 ? [] : [colors.yellow(newerNotice(newer))];
  const hooks = hookStats(state);
  const say = (text: string, json: Readonly<Record<string, unknown>>): Outcome =>
    done([...first, text].join('\n'), { newer_records: newer, ...json });
  if (args.flag('hooks')) return say(hooksText(hooks, args.flag('utc')), { hooks });
  const wanted = args.text('what');
  const work = workIn(ws, wanted);
  if (!work.ok) return failed(work.error);
  if (wanted !== undefined && work.value.goals.total === 0) {
    return misused(`There is no goal ${wanted}.`, 'Type: wukong goal list');
  }
  return say(workText(work.value), { work: work.value, hooks });
}

function workIn(ws: Workspace, goal: string | undefined): Result<WorkStats> {
  const seen = nothingSeen();
  const shown = progress();
  try {
    const history = readHistory(
      ws,
      (record) => {
        shown.update(`${record.event_id} read`);
        see(seen, record, goal);
        return true;
      },
      'count',
    );
    return history.ok ? ok(workStats(seen)) : fail(history.failure);
  } finally {
    shown.end();
  }
}

function rollUp(wanted: string | undefined): Outcome {
  const now = Date.now();
  const today = localDay(now);
  const day = wanted ?? today;
  if (endOfDay(day) === undefined) {
    return misused(`"${oneLine(day, 40)}" is no day.`, `Write it so: wukong stats --day ${today}`);
  }
  if (day > today) {
    return misused(`${day} did not begin yet.`, 'What comes next: wukong next');
  }
  const opened = openTrusted();
  if (!opened.ok) return failed(opened.error);
  const began = firstDay(opened.value.ws);
  if (began !== undefined && day < began) {
    const message = `The log begins on ${began}: nothing is known of ${day}.`;
    return misused(message, `Type: wukong stats --day ${began}`);
  }
  const written = writeRollup(opened.value.ws, day, now);
  if (!written.ok) return failed(written.error);
  const { facts: _, ...shown } = written.value.day;
  const file = `.wukong/${written.value.file}`;
  return done(`${written.value.page}\nWritten: ${file}`, { file, ...shown });
}
