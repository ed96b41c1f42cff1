// npm run bench: what Wukong costs. CPU is a ratio to what was measured turn by turn in the same run, because
// absolute times mean nothing on a shared machine; what a user pays for a goal is counted.

import { resolve } from 'node:path';
import pc from 'picocolors';
import picomatch from 'picomatch';
import { oneLine } from '../runtime/words/plain-text.ts';
import { readArguments, say } from './arguments.ts';
import {
  BASELINE,
  type Baseline,
  compare,
  isOfThisMachine,
  readBaseline,
  thisMachine,
  type Worse,
  writeBaseline,
} from './bench/baseline.ts';
import { showProgress } from './bench/progress.ts';
import type { Row } from './bench/row.ts';
import { SECTIONS } from './bench/sections.ts';
import { tableOf, withUnit } from './bench/table.ts';

const ROUNDS = 10;
const QUICK_ROUNDS = 4;

const USAGE = `npm run bench -- [options]

Measures hooks, status and replay, as ratios within the same run, and what a whole goal costs its user.

  --only NAME       rows whose name has NAME in it, or fits it as a glob: '*/Stop'
  --rounds N        rounds (default ${ROUNDS})
  --quick           ${QUICK_ROUNDS} rounds, and only with --only the sizes that take minutes
  --list            the names of all rows
  --check           compare with the baseline, name what got worse, exit 1
  --update          write the baseline; rows not measured stay as they were
  --baseline FILE   another baseline than scripts/bench/baseline.json
  --json            the result as JSON
  --help            this text`;

const OPTIONS = {
  only: { type: 'string' },
  rounds: { type: 'string' },
  quick: { type: 'boolean' },
  list: { type: 'boolean' },
  check: { type: 'boolean' },
  update: { type: 'boolean' },
  baseline: { type: 'string' },
  json: { type: 'boolean' },
} as const;

process.exitCode = await main();

async function main(): Promise<number> {
  const values = readArguments(OPTIONS, USAGE);
  if (typeof values === 'number') return values;
  const wants = wanted(values.only);
  const sections = SECTIONS.filter(
    (section) =>
      !(values.quick && section.long && values.only === undefined) && section.names.some(wants),
  );
  const names = sections.flatMap((section) => section.names).filter(wants);
  if (values.list) {
    say(names.join('\n'));
    return 0;
  }
  const rounds = Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) {
    process.stderr.write('--rounds takes a whole number, 1 or more.\n');
    return 2;
  }
  if (sections.length === 0) {
    process.stderr.write(`No row fits ${values.only}. All names: npm run bench -- --list\n`);
    return 2;
  }
  const path = values.baseline === undefined ? BASELINE : resolve(values.baseline);
  const baseline = values.check ? tryBaseline(path) : undefined;
  if (values.check && !baseline) return 2;
  const progress = showProgress();
  const rows: Row[] = [];
  let code = 0;
  if (!values.json) say(heading(rounds));
  for (const section of sections) {
    try {
      const measured = await section.measure({ rounds, wants, progress: progress.say });
      progress.clear();
      rows.push(...measured);
      if (!values.json) say(tableOf(section.title, measured));
    } catch (error) {
      // The others took minutes, and are no worse for it.
      progress.clear();
      code = 1;
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`Not measured: ${section.title}: ${why}\n`);
    }
  }
  return Math.max(code, conclude({ values, rows, rounds, names, path, baseline }));
}

function wanted(only: string | undefined): (name: string) => boolean {
  if (only === undefined) return () => true;
  const fits = picomatch(only);
  return (name) => name.includes(only) || fits(name);
}

function heading(rounds: number): string {
  const { cpu, cores, node } = thisMachine();
  return `${cores} × ${cpu}, Node ${node}, ${rounds} rounds\n`;
}

type Values = Exclude<ReturnType<typeof readArguments<typeof OPTIONS>>, number>;

type Measured = Readonly<{
  values: Values;
  rows: readonly Row[];
  rounds: number;
  /** Of all rows that were wanted. */
  names: readonly string[];
  path: string;
  baseline: Baseline | undefined;
}>;

function conclude({ values, rows, rounds, names, path, baseline }: Measured): number {
  const comparison = baseline && compare(rows, baseline, names);
  if (values.json) {
    const machine = thisMachine();
    const result = { version: 2, machine, rounds, rows };
    say(JSON.stringify({ ...result, baseline: baseline?.machine, ...comparison }));
  }
  if (values.update) writeBaseline(path, rows);
  if (!baseline || !comparison) return 0;
  const { worse, gone, unknown } = comparison;
  const bad = [...worse.map(worseText), ...gone.map(goneText)];
  if (!values.json) {
    if (!isOfThisMachine(baseline)) {
      const about = 'The baseline was measured on another machine, or with another Node';
      say(pc.dim(`${about}: times are not compared, and ratios get three times the room.`));
    }
    if (unknown.length > 0) say(pc.dim(`Not in the baseline: ${unknown.join(', ')}`));
    say(bad.length === 0 ? 'Nothing got worse.' : bad.join('\n'));
  }
  return bad.length === 0 ? 0 : 1;
}

/** Read before anything is measured: that takes minutes. */
function tryBaseline(path: string): Baseline | undefined {
  try {
    return readBaseline(path);
  } catch (error) {
    const why = oneLine(error instanceof Error ? error.message : String(error), 300);
    process.stderr.write(`The baseline ${path} cannot be read: ${why}\n`);
    return undefined;
  }
}

function goneText(name: string): string {
  return `${pc.red('worse')}  ${name}  was measured once, and cannot be measured now`;
}

function worseText({ row: { name, value, unit }, was, allowed }: Worse): string {
  const [from, to, most] = [was, value, allowed].map((number) => withUnit(number, unit));
  return `${pc.red('worse')}  ${name}  ${from} → ${to}, allowed ${most}`;
}
