// npm run forgery: tries every forged and every honest result on the built runtime, and prints what each
// one proved.

import { availableParallelism } from 'node:os';
import pc from 'picocolors';
import type { Case } from '../test/forgery/case.ts';
import { FORGED, HONEST } from '../test/forgery/cases.ts';
import { prepare } from '../test/forgery/prepared.ts';
import { type Tried, tryCase } from '../test/forgery/try-case.ts';
import { readArguments, say } from './arguments.ts';

const USAGE = `npm run forgery -- [options]

Tries reports on the built runtime, one row a case: forged ones must stay at or below their true level,
honest ones must reach theirs.

  --only WORDS   cases whose name has these words in it
  --json         the result as JSON
  --help         this text`;

const OPTIONS = {
  only: { type: 'string' },
  json: { type: 'boolean' },
} as const;

process.exitCode = await main();

async function main(): Promise<number> {
  const values = readArguments(OPTIONS, USAGE);
  if (typeof values === 'number') return values;
  const wanted = [...FORGED, ...HONEST].filter(({ name }) => name.includes(values.only ?? ''));
  if (wanted.length === 0) {
    process.stderr.write(`No case has the words ${JSON.stringify(values.only)} in its name.\n`);
    return 2;
  }
  const tried = await tryAll(wanted, (one) => {
    if (!values.json) say(rowOf(one));
  });
  const off = tried.filter(({ ok }) => !ok).length;
  if (values.json) say(JSON.stringify({ version: 1, cases: tried }, null, 1));
  else say(summaryOf(tried, off));
  return off === 0 ? 0 : 1;
}

/** As many runs at once as there are cores. */
async function tryAll(cases: readonly Case[], done: (one: Tried) => void): Promise<Tried[]> {
  const prepared = await prepare();
  const tried: Tried[] = [];
  const waiting = [...cases];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const result = await tryCase(prepared, one);
      done(result);
      tried.push(result);
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  } finally {
    prepared.remove();
  }
  return tried;
}

function rowOf({ kind, claimed, proven, expected, ok, done, name, why }: Tried): string {
  const relation = kind === 'forged' ? '≤' : '≥';
  const mark = ok ? pc.green('ok ') : pc.red('OFF');
  const row = `${mark}  ${kind}  claimed ${claimed ?? '— '}  proven ${proven} ${relation} ${expected}  ${done ? 'done' : 'open'}  ${name}`;
  return ok ? row : [row, ...why.map((sentence) => `       ${pc.dim(sentence)}`)].join('\n');
}

function summaryOf(tried: readonly Tried[], off: number): string {
  const count = (kind: Tried['kind']): number => tried.filter((one) => one.kind === kind).length;
  const counts = `${count('forged')} forged, ${count('honest')} honest`;
  return off === 0 ? `${counts}: all as they should be.` : `${counts}: ${off} off.`;
}
