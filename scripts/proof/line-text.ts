// Lines and tables for a terminal.

import pc from 'picocolors';
import { columns, oneLine, padded } from '../../runtime/words/plain-text.ts';
import { HONEST } from './forge/table.ts';
import { type Counted, countedAs, isJudged, type Line } from './judged.ts';
import { type Counts, rateText } from './report.ts';

const COLOURS: Readonly<Record<Counted, (text: string) => string>> = {
  shown: pc.green,
  limited: pc.green,
  'in doubt': pc.yellow,
  asked: pc.yellow,
  refused: pc.red,
  unable: pc.magenta,
};

export function lineText(line: Line): string {
  const head = `${line.repo} ${line.commit.slice(0, 7)} ${line.variant}`;
  if (!isJudged(line)) return pc.dim(`${head}  left out: ${line.out}`);
  const counted = countedAs(line);
  const isWanted = (counted === 'shown' || counted === 'limited') === (line.variant === HONEST);
  const mark = isWanted ? counted : `${counted} !`;
  const why = [line.why, ...line.limits, ...line.doubts].filter(Boolean).join(', ');
  const cost = `${line.seconds.toFixed(1)} s, ${line.runs} runs`;
  return `${head}  ${COLOURS[counted](mark)}  ${why}  ${pc.dim(`${cost}  ${oneLine(line.sentence, 200)}`)}`;
}

export function tableText({ honest, forged, kinds, reasons }: Counts): string {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ['honest', String(honest.all)],
    ['  shown', rateText(honest.shown, honest.all)],
    ['  shown for less', rateText(honest.limited, honest.all)],
    ['  in doubt', rateText(honest.doubted, honest.all)],
    ['  asked, and it is right', rateText(honest.rightlyAsked, honest.all)],
    ['  refused or asked without need', rateText(honest.wrong, honest.all)],
    ...reasons.map(({ name, count }) => [`    ${name}`, String(count)] as const),
    ['forged', String(forged.all)],
    ['  accepted', rateText(forged.accepted, forged.unnamed)],
    ['  in doubt', rateText(forged.doubted, forged.all)],
    ...kinds
      .filter(({ accepted }) => accepted > 0)
      .map(({ name, accepted, all }) => [`    ${name}`, `${accepted} of ${all}`] as const),
  ];
  const width = Math.max(...rows.map(([name]) => columns(name)));
  return rows.map(([name, value]) => `${padded(name, width)}  ${value}`).join('\n');
}
