// npm run classify: what `/wukong <text>` makes of the labelled requests.

import pc from 'picocolors';
import { type Judged, judge, labelled, SETS } from '../test/classify/labelled.ts';
import { readArguments, say } from './arguments.ts';

const USAGE = `npm run classify -- [options]

Classifies the labelled requests of test/classify, one row a set and language. Wrong is a track that is not
the labelled one; to ask where a track was labelled is not wrong.

  --asked   show the requests that were asked about, too
  --json    the result as JSON
  --help    this text`;

const OPTIONS = { asked: { type: 'boolean' }, json: { type: 'boolean' } } as const;

process.exitCode = main();

function main(): number {
  const values = readArguments(OPTIONS, USAGE);
  if (typeof values === 'number') return values;
  const judged = labelled().map(judge);
  const wrong = judged.filter(({ outcome }) => outcome === 'wrong');
  if (values.json) say(JSON.stringify({ version: 1, requests: judged }, null, 1));
  else {
    say('set        language  requests  right  asked  template  wrong  risk');
    for (const set of SETS) {
      for (const language of ['en', 'zh']) {
        say(rowOf(judged.filter((one) => one.set === set && one.language === language)));
      }
    }
    if (values.asked) {
      judged
        .filter(({ outcome }) => outcome === 'asked')
        .map(lineOf)
        .forEach(say);
    }
    judged
      .filter(({ outcome }) => outcome === 'template')
      .map(lineOf)
      .forEach(say);
    wrong.map(lineOf).map(pc.red).forEach(say);
    say(wrong.length === 0 ? 'Wrong only towards asking.' : `${wrong.length} wrong.`);
  }
  return wrong.length === 0 ? 0 : 1;
}

function rowOf(judged: readonly Judged[]): string {
  const count = (outcome: Judged['outcome']): number =>
    judged.filter((one) => one.outcome === outcome).length;
  const risk = judged.filter((one) => one.choice.risk === one.risk).length;
  const cells: Array<[string | number, number]> = [
    [judged[0]?.set ?? '', -9],
    [judged[0]?.language ?? '', -8],
    [judged.length, 8],
    [count('right'), 5],
    [count('asked'), 5],
    [count('template'), 8],
    [count('wrong'), 5],
    [`${risk}/${judged.length}`, 8],
  ];
  return cells
    .map(([cell, width]) =>
      width < 0 ? String(cell).padEnd(-width) : String(cell).padStart(width),
    )
    .join('  ');
}

function lineOf({ label, got, text, source, choice }: Judged): string {
  return `${label} → ${got}  ${text}  (${source})  ${choice.reasons[0] ?? ''}`;
}
