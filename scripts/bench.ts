// npm run bench: what Wukong costs, as ratios to a bare `node -e 0` measured turn by turn in the same
// run, because absolute times mean nothing on a shared machine.

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pc from 'picocolors';
import picomatch from 'picomatch';
import { readArguments } from './arguments.ts';
import {
  BASELINE,
  compare,
  readBaseline,
  thisMachine,
  type Worse,
  writeBaseline,
} from './bench/baseline.ts';
import { growthSvg } from './bench/figure.ts';
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
  return Math.max(code, conclude(values, rows, rounds));
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

function conclude(values: Values, rows: readonly Row[], rounds: number): number {
  const path = values.baseline === undefined ? BASELINE : resolve(values.baseline);
  const comparison = values.check ? compare(rows, readBaseline(path)) : undefined;
  if (values.json) {
    const machine = thisMachine();
    const worse = comparison?.worse;
    say(JSON.stringify({ version: 1, machine, rounds, hook_kb: hookKb(), rows, worse }));
  } else {
    say(growthText(rows));
  }
  if (values.figure) {
    const { cpu, cores, node } = thisMachine();
    mkdirSync(dirname(FIGURE), { recursive: true });
    writeFileSync(FIGURE, growthSvg(rows, `${cores} × ${cpu}, Node ${node}, ${rounds} rounds`));
  }
  if (values.update) writeBaseline(path, rows);
  if (!comparison) return 0;
  const { worse, unknown } = comparison;
  if (!values.json) {
    if (JSON.stringify(readBaseline(path).machine) !== JSON.stringify(thisMachine())) {
      say(pc.dim('The baseline was measured on another machine, or with another Node.'));
    }
    if (unknown.length > 0) say(pc.dim(`Not in the baseline: ${unknown.join(', ')}`));
    say(worse.length === 0 ? 'Nothing got worse.' : worse.map(worseText).join('\n'));
  }
  return worse.length === 0 ? 0 : 1;
}

function worseText({ name, measure: of, was, is, allowed }: Worse): string {
  const numbers = `${was.toFixed(2)} → ${is.toFixed(2)}, allowed ${allowed.toFixed(2)}`;
  return `${pc.red('worse')}  ${name}  ${of} ${numbers}`;
}
