// npm run proof: how often the judge is wrong on changes that nobody prepared. Fixes are mined from public
// repositories, and each is judged as it is, and forged.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { readArguments, say } from './arguments.ts';
import { showProgress } from './bench/progress.ts';
import { PROJECT } from './example.ts';
import { foundIn } from './proof/found.ts';
import { readJudges } from './proof/judges.ts';
import { lineText, tableText } from './proof/line-text.ts';
import { nameOf, readList } from './proof/list.ts';
import { lock } from './proof/lock.ts';
import { readOnly } from './proof/only.ts';
import { KeptPlaces, Places } from './proof/places.ts';
import { reportOf } from './proof/report.ts';
import { Stopped } from './proof/run-command.ts';
import { type Asked, workAll } from './proof/work.ts';
import { writeReport } from './proof/write-report.ts';

const FIXES = 12;
const COMMITS = 600;
const FORGED = 5;

const USAGE = `npm run proof -- --repos DIR [options]
npm run proof -- --report [options]

Mines fixes from local clones of public repositories, judges each as it is and forged, and counts how often the
judge is wrong. What was found is kept in scripts/proof/kept, so it goes on where it was stopped, also on another
machine.

  --repos DIR        where the clones are: DIR/NAME, or DIR/OWNER+NAME
  --only WHICH       REPO, REPO/COMMIT, each with :VARIANT behind it; more with commas between
  --seen, --aside    only those that were looked at while the judge was made better, or that were not
  --fixes N          so many fixes a repository (default ${FIXES})
  --commits N        so many commits are looked at for them (default ${COMMITS})
  --forged N         so many forgeries a fix (default ${FORGED})
  --mine             look for fixes, and judge none
  --report           judge none, and count what is kept; no clones are needed
  --judge WHICH      with --report: of a set what another judge said, as seen=SOURCES@COMMIT; more with commas
                     between. What one half taught may be put right before the other is judged
  --again            judge once more what is kept
  --workers N        so many at once (default: one a core)
  --list FILE        another list than scripts/proof/repositories.json; what is found is kept beside it
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

process.exitCode = await main();

async function main(): Promise<number> {
  const values = readArguments(OPTIONS, USAGE);
  if (typeof values === 'number') return values;
  const { repos } = values;
  if (repos === undefined && !values.report) return misused('--repos DIR is needed.');
  if (repos !== undefined && !existsSync(repos)) return misused(`There is no ${repos}.`);
  const numbers = {
    fixes: Number(values.fixes ?? FIXES),
    commits: Number(values.commits ?? COMMITS),
    forged: Number(values.forged ?? FORGED),
    workers: Number(values.workers ?? availableParallelism()),
  };
  const wrong = Object.entries(numbers).find(([, one]) => !Number.isInteger(one) || one < 0);
  if (wrong) return misused(`--${wrong[0]} takes a whole number.`);
  const only = readOnly(values.only);
  const list = values.list === undefined ? undefined : resolve(values.list);
  const all = readList(list);
  const sets = [...(values.seen ? ['seen'] : []), ...(values.aside ? ['aside'] : [])];
  const wanted = all.filter(
    (one) => (sets.length === 0 || sets.includes(one.set)) && only.repository(nameOf(one)),
  );
  if (wanted.length === 0) return misused(`No repository of the list fits ${values.only}.`);
  const judges = readJudges(values.judge);
  if (judges === undefined || (values.judge !== undefined && !values.report)) {
    return misused('--judge takes seen=SOURCES@COMMIT or aside=SOURCES@COMMIT, and --report.');
  }
  const kept = new KeptPlaces(list);
  let problems = 0;
  if (repos !== undefined && !values.report) {
    const ended = await goThrough(resolve(repos), values.json === true, {
      repositories: wanted,
      kept,
      ...numbers,
      only,
      what: values.mine ? 'mine' : 'judge',
      isAgain: values.again === true,
      judges,
    });
    if ('code' in ended) return ended.code;
    problems = ended.problems;
  }
  const found = wanted.map((one) => foundIn(kept, judges, one));
  const counted = reportOf(found);
  say(values.json ? JSON.stringify({ version: 1, found, problems }) : tableText(counted));
  if (values.write) process.stderr.write(`${writeReport(counted, { list: all, judges })}\n`);
  return problems > 0 ? 1 : 0;
}

type Wanted = Omit<Asked, 'places' | 'cli' | 'stop' | 'progress' | 'done' | 'missing'>;

async function goThrough(
  top: string,
  isJson: boolean,
  wanted: Wanted,
): Promise<Readonly<{ problems: number }> | Readonly<{ code: number }>> {
  const unlock = lock(top);
  if (unlock === undefined) {
    process.stderr.write(`Another one is at work in ${top}.\n`);
    return { code: 1 };
  }
  const stop = new AbortController();
  const end = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const progress = showProgress();
  try {
    const problems = await workAll({
      ...wanted,
      places: new Places(top),
      cli: join(PROJECT, 'dist', 'cli.js'),
      stop: stop.signal,
      progress: progress.say,
      done: (line) => {
        progress.clear();
        if (!isJson) say(lineText(line));
      },
      missing: (text) => {
        progress.clear();
        process.stderr.write(`${text}\n`);
      },
    });
    return { problems };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    progress.clear();
    process.stderr.write('Stopped; what was judged is kept. The same command goes on.\n');
    return { code: 130 };
  } finally {
    progress.clear();
    unlock();
  }
}

function misused(why: string): number {
  process.stderr.write(`${why}\n\n${USAGE}\n`);
  return 2;
}
