// What is measured, and where: each section is a repository of one size and what is done in it.

import { COLD_NAMES, measureCold } from './cold.ts';
import { hotNames, measureHot } from './hot.ts';
import { measureMemory, memoryNames } from './memory.ts';
import { measureReplay, REPLAY } from './replay.ts';
import type { Row, Run } from './row.ts';
import { AT_ONCE, measureTogether, togetherName } from './together.ts';
import { measureTranscript, transcriptMemoryName, transcriptName } from './transcripts.ts';
import { type Prepared, prepare, type Size } from './workspace.ts';

type Measurement = Readonly<{
  names: readonly string[];
  measure: (prepared: Prepared, run: Run) => Row[] | Promise<Row[]>;
}>;

export type Section = Readonly<{
  where: string;
  title: string;
  size: Size;
  lanes: number;
  /** Left out by --quick: it takes minutes. */
  long?: true;
  measurements: readonly Measurement[];
}>;

/** As many repositories as a step is taken once in each round. */
const LANES = 4;
const SMALL: Size = { openNodes: 6, shape: 'goals', pastEvents: 100, eventsEach: 50 };

function hot(where: string): Measurement {
  return {
    names: hotNames(where),
    measure: (prepared, run) => measureHot(prepared, where, run),
  };
}

function memory(where: string): Measurement {
  return {
    names: memoryNames(where),
    measure: (prepared, run) => measureMemory(prepared, where, run),
  };
}

function replay(where: string): Measurement {
  return {
    names: [`${where}/${REPLAY}`],
    measure: (prepared, run) => measureReplay(prepared, where, run),
  };
}

const count = (n: number): string => n.toLocaleString('en');

function open(openNodes: number, long?: true): Section {
  const where = `nodes-${openNodes}`;
  const title = `${count(openNodes)} open nodes in goals of six, ${SMALL.pastEvents} past events`;
  const size = { ...SMALL, openNodes };
  const measurements = [hot(where), memory(where)];
  return { where, title, size, lanes: LANES, measurements, ...(long ? { long } : {}) };
}

function oneGoal(openNodes: number, long?: true): Section {
  const where = `graph-${openNodes}`;
  const title = `${count(openNodes)} open nodes in one goal`;
  const size: Size = { ...SMALL, openNodes, shape: 'graph' };
  const measurements = [hot(where), memory(where)];
  return { where, title, size, lanes: LANES, measurements, ...(long ? { long } : {}) };
}

function past(pastEvents: number, long?: true): Section {
  const where = `events-${pastEvents}`;
  const title = `${count(pastEvents)} past events, 6 open nodes`;
  const measurements = [hot(where), replay(where), memory(where)];
  const size = { ...SMALL, pastEvents };
  return { where, title, size, lanes: LANES, measurements, ...(long ? { long } : {}) };
}

function transcript(mb: number, long?: true): Section {
  const names = [transcriptName(mb), transcriptMemoryName(mb)];
  return {
    where: `transcript-${mb}mb`,
    title: `a report with a transcript of ${mb} MB`,
    size: SMALL,
    lanes: 1,
    measurements: [{ names, measure: (prepared, run) => measureTranscript(prepared, mb, run) }],
    ...(long ? { long } : {}),
  };
}

export const SECTIONS: readonly Section[] = [
  open(6),
  open(1000),
  open(10_000, true),
  oneGoal(1000),
  oneGoal(10_000, true),
  past(10_000),
  past(1_000_000, true),
  {
    where: 'sessions-10000',
    title: 'about 10,000 past sessions (110,000 past events), 6 open nodes',
    size: { ...SMALL, pastEvents: 110_000, eventsEach: 4 },
    lanes: LANES,
    long: true,
    measurements: [hot('sessions-10000')],
  },
  {
    where: 'at-once',
    title: 'hooks at once, each of its own session',
    size: SMALL,
    lanes: 1,
    measurements: [{ names: AT_ONCE.map(togetherName), measure: measureTogether }],
  },
  {
    where: 'cold',
    title: 'steps a goal has few of, on the example',
    size: SMALL,
    lanes: 1,
    measurements: [{ names: COLD_NAMES, measure: measureCold }],
  },
  transcript(20),
  transcript(100, true),
];

export function namesOf(section: Section): string[] {
  return section.measurements.flatMap(({ names }) => names);
}

/** Prepares the section's repository, measures what is wanted in it, and removes it. */
export async function measure(section: Section, run: Run): Promise<Row[]> {
  run.progress(`preparing ${section.title}`);
  const preparation = await prepare(section.size, section.lanes);
  if (!preparation.ok) {
    const { why } = preparation;
    return [{ name: section.where, beside: '', ratios: {}, figures: {}, refused: why }];
  }
  const { prepared } = preparation;
  try {
    const rows: Row[] = [];
    for (const { names, measure: take } of section.measurements) {
      if (names.some(run.wants)) rows.push(...(await take(prepared, run)));
    }
    return rows;
  } finally {
    prepared.remove();
  }
}
