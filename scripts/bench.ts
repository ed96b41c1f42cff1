// npm run bench: what Wukong costs, as ratios to a bare `node -e 0` measured turn by turn in the same
// run, because absolute times mean nothing on a shared machine.

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pc from 'picocolors';
import picomatch from 'picomatch';
import { oneLine } from '../runtime/diagnostics/plain-text.ts';
import { readArguments } from './arguments.ts';
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
import { growthSvg } from './bench/figure.ts';
import { growthOf } from './bench/growth.ts';
import { showProgress } from './bench/progress.ts';
import type { Row } from './bench/row.ts';
import { measure, namesOf, SECTIONS } from './bench/sections.ts';
import { growthText, tableOf } from './bench/table.ts';
import { PROJECT } from './example.ts';

const FIGURE = join(PROJECT, 'docs', 'figures', 'bench-growth.svg');
const ROUNDS = 10;
const QUICK_ROUNDS = 4;

const USAGE = `npm run bench -- [options]

Measures hooks, status, replay and memory, as ratios to a bare Node in the same run.

  --only NAME       rows whose name has NAME in it, or fits it as a glob: 'nodes-*/Stop'
  --rounds N        rounds (default ${ROUNDS})
  --quick           ${QUICK_ROUNDS} rounds, and only with --only the sizes that take minutes
  --list            the names of all rows
  --check           compare with the baseline, name what got worse, exit 1
  --update          write the baseline; rows not measured stay as they were
  --baseline FILE   another baseline than scripts/bench/baseline.json
  --figure          write docs/figures/bench-growth.svg
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
  figure: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

process.exitCode = await main();

async function main(): Promise<number> {
  const values = readArguments(OPTIONS, USAGE);
  if (typeof values === 'number') return values;
  const wants = wanted(values.only);
  const sections = SECTIONS.filter(
    (section) =>
      !(values.quick && section.long && values.only === undefined) && namesOf(section).some(wants),
  );
  if (values.list) {
    say(sections.flatMap(namesOf).filter(wants).join('\n'));
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
  const names = sections.flatMap(namesOf).filter(wants);
  const asRows = names.map((name) => ({ name, beside: '', ratios: { cpu: 1 }, figures: {} }));
  if (values.figure && growthOf(asRows).length === 0) {
    process.stderr.write('There is nothing to draw: no step is measured at two sizes.\n');
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
      const measured = await measure(section, { rounds, wants, progress: progress.say });
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
  const isWanted = (name: string): boolean => name.includes(only) || fits(name);
  // So many nodes are many goals, or one.
  return (name) => isWanted(name) || isWanted(name.replace(/^graph-/, 'nodes-'));
}

function heading(rounds: number): string {
  const { cpu, cores, node } = thisMachine();
  return `${cores} × ${cpu}, Node ${node}, ${rounds} rounds, hook.cjs ${hookKb()} KB of 11\n`;
}

function hookKb(): number {
  const { size } = statSync(join(PROJECT, 'dist', 'runtime', 'hook.cjs'));
  return Math.round((size / 1024) * 10) / 10;
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
    const result = { version: 1, machine, rounds, hook_kb: hookKb(), rows };
    say(JSON.stringify({ ...result, baseline: baseline?.machine, ...comparison }));
  } else {
    say(growthText(rows));
  }
  if (values.figure) {
    const { cpu, cores, node } = thisMachine();
    mkdirSync(dirname(FIGURE), { recursive: true });
    writeFileSync(FIGURE, growthSvg(rows, `${cores} × ${cpu}, Node ${node}, ${rounds} rounds`));
  }
  if (values.update) writeBaseline(path, rows);
  if (!baseline || !comparison) return 0;
  const { worse, gone, unknown } = comparison;
  const bad = [...worse.map(worseText), ...gone.map(goneText)];
  if (!values.json) {
    if (!isOfThisMachine(baseline)) {
      const about = 'The baseline was measured on another machine, or with another Node';
      say(pc.dim(`${about}: three times the room is left.`));
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
    process.stderr.write(`The baseline ${path} can not be read: ${why}\n`);
    return undefined;
  }
}

function goneText(name: string): string {
  return `${pc.red('worse')}  ${name}  was measured once, and can not be measured now`;
}

function worseText({ name, measure: of, was, is, allowed }: Worse): string {
  const numbers = `${was.toFixed(2)} → ${is.toFixed(2)}, allowed ${allowed.toFixed(2)}`;
  return `${pc.red('worse')}  ${name}  ${of} ${numbers}`;
}
