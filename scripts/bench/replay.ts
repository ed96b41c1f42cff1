import { run as runChild } from '../client/child.ts';
import { bundleInto } from './bundle.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';
import { firstLane, type Prepared } from './workspace.ts';

/** Times how much of the lines' own JSON.parse the replay may cost. */
const LIMIT = 1.5;
const MOST_ROUNDS = 3;
const TIME_LIMIT_MS = 10 * 60_000;

type Timed = Readonly<{ cpuMs: number; wallMs: number; events: number }>;
type Result = Readonly<{ results: ReadonlyArray<{ parse: Timed; replay: Timed }>; peakMb: number }>;

export const REPLAY = 'replay';

/** The whole log of the prepared repository, against JSON.parse of each of its lines. */
export async function measureReplay(prepared: Prepared, where: string, run: Run): Promise<Row[]> {
  const name = `${where}/${REPLAY}`;
  if (!run.wants(name)) return [];
  const lane = firstLane(prepared);
  lane.restore('working');
  const rounds = Math.min(run.rounds, MOST_ROUNDS);
  const script = bundleInto(prepared.home, 'replay-child');
  const child = async (...args: string[]): Promise<Result> => {
    const options = { env: prepared.environment, timeoutMs: TIME_LIMIT_MS };
    const ended = await runChild(process.execPath, ['--expose-gc', script, ...args], options);
    if (ended.code !== 0) throw new Error(`the replay failed: ${ended.stderr.slice(-2000)}`);
    return JSON.parse(ended.stdout);
  };
  run.progress(`${name}, ${rounds} rounds`);
  const both = await child('both', lane.repo, String(rounds));
  run.progress(`${name}, memory`);
  const alone = await child('replay', lane.repo);
  const ratio = (key: 'cpuMs' | 'wallMs') =>
    both.results.map(({ parse, replay }) => replay[key] / parse[key]);
  const [first] = both.results;
  return [
    {
      name,
      beside: 'JSON.parse of each line',
      ratios: { cpu: median(ratio('cpuMs')), wall: median(ratio('wallMs')) },
      spread: spread(ratio('cpuMs')),
      limit: LIMIT,
      figures: {
        events: first?.replay.events ?? 0,
        cpuMs: median(both.results.map(({ replay }) => replay.cpuMs)),
        parseCpuMs: median(both.results.map(({ parse }) => parse.cpuMs)),
        peakMb: alone.peakMb,
      },
    },
  ];
}
