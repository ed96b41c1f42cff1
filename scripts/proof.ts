// npm run proof: how often the judge is wrong on changes that nobody prepared. Fixes are mined from public
// repositories, and each is judged as it is, and forged.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { readArguments } from './arguments.ts';
import { showProgress } from './bench/progress.ts';
import { PROJECT } from './example.ts';
import { readJudges } from './proof/judges.ts';
import { lineText, tableText } from './proof/line-text.ts';
import { nameOf, readList } from './proof/list.ts';
import { lock } from './proof/lock.ts';
import { readOnly } from './proof/only.ts';
import { Places } from './proof/places.ts';
import { reportOf } from './proof/report.ts';
import { Stopped } from './proof/run-command.ts';
import { type Asked, workAll } from './proof/work.ts';
import { writeReport } from './proof/write-report.ts';

const FIXES = 12;
const COMMITS = 600;
const FORGED = 5;

const USAGE = `npm run proof -- --repos DIR [options]

Mines fixes from local clones of public repositories, judges each as it is and forged, and counts how often the
judge is wrong. What was found is kept in DIR/.proof, so it goes on where it was stopped.

  --repos DIR        where the clones are: DIR/NAME, or DIR/OWNER+NAME
  --only WHICH       REPO, REPO/COMMIT, each with :VARIANT behind it; more with commas between
  --seen, --aside    only those that were looked at while the judge was made better, or that were not
  --fixes N          so many fixes a repository (default ${FIXES})
  --commits N        so many commits are looked at for them (default ${COMMITS})
  --forged N         so many forgeries a fix (default ${FORGED})
  --mine             look for fixes, and judge none
  --report           judge none, and count what is kept
  --judge WHICH      with --report: of a set what another judge said, as seen=SOURCES@COMMIT; more with commas
                     between. What one half taught may be put right before the other is judged
  --again            judge once more what is kept
  --workers N        so many at once (default: one a core)
  --list FILE        another list than scripts/proof/repositories.json
  --write            write docs/proof.md
  --json             every kept line as JSON
  --help             this text`;

const OPTIONS = {
  repos: { type: 'string' },
  only: { type: 'string' },
  seen: { type: 'boolean' },
  aside: { type: 'boolean' },
  fixes: { type: 'string' },
  commits: { type: 'string' },
  forged: { type: 'string' },
  mine: { type: 'boolean' },
  report: { type: 'boolean' },
  judge: { type: 'string' },
  again: { type: 'boolean' },
  workers: { type: 'string' },
  list: { type: 'string' },
  write: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

process.exitCode = await main();

async function main(): Promise<number> {
  const values = readArguments(OPTIONS, USAGE);
  if (typeof values === 'number') return values;
  if (values.repos === undefined || !existsSync(values.repos)) {
    return misused(values.repos ? `There is no ${values.repos}.` : '--repos DIR is needed.');
  }
  const numbers = {
    fixes: Number(values.fixes ?? FIXES),
    commits: Number(values.commits ?? COMMITS),
    forged: Number(values.forged ?? FORGED),
    workers: Number(values.workers ?? availableParallelism()),
  };
  const wrong = Object.entries(numbers).find(([, one]) => !Number.isInteger(one) || one < 0);
  if (wrong) return misused(`--${wrong[0]} takes a whole number.`);
  const only = readOnly(values.only);
  const all = readList(values.list === undefined ? undefined : resolve(values.list));
  const sets = [...(values.seen ? ['seen'] : []), ...(values.aside ? ['aside'] : [])];
  const wanted = all.filter(
    (one) => (sets.length === 0 || sets.includes(one.set)) && only.repository(nameOf(one)),
  );
  if (wanted.length === 0) return misused(`No repository of the list fits ${values.only}.`);
  const judges = readJudges(values.judge);
  if (judges === undefined || (values.judge !== undefined && !values.report)) {
    return misused('--judge takes seen=SOURCES@COMMIT or aside=SOURCES@COMMIT, and --report.');
  }
  const places = new Places(resolve(values.repos));
  const stop = new AbortController();
  const end = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const progress = showProgress();
  const asked: Asked = {
    repositories: wanted,
    places,
    ...numbers,
    only,
    cli: join(PROJECT, 'dist', 'cli.js'),
    what: values.report ? 'nothing' : values.mine ? 'mine' : 'judge',
    isAgain: values.again === true,
    judges,
    stop: stop.signal,
    progress: progress.say,
    done: (line) => {
      progress.clear();
      if (!values.json) say(lineText(line));
    },
    missing: (text) => {
      progress.clear();
      process.stderr.write(`${text}\n`);
    },
  };
  const unlock = asked.what === 'nothing' ? () => undefined : lock(resolve(values.repos));
  if (unlock === undefined) {
    process.stderr.write(`Another one is at work in ${values.repos}.\n`);
    return 1;
  }
  try {
    const found = await workAll(asked);
    progress.clear();
    const counted = reportOf(found);
    if (values.json) say(JSON.stringify({ version: 1, ...found }));
    else say(tableText(counted));
    if (values.write) process.stderr.write(`${writeReport(counted, { ...asked, list: all })}\n`);
    return found.problems > 0 ? 1 : 0;
  } catch (error) {
    progress.clear();
    if (!(error instanceof Stopped)) throw error;
    process.stderr.write('Stopped; what was judged is kept. The same command goes on.\n');
    return 130;
  } finally {
    unlock();
  }
}

function misused(why: string): number {
  process.stderr.write(`${why}\n\n${USAGE}\n`);
  return 2;
}
