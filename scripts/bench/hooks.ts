// The hooks a session has many of, and `wukong status`: CPU of the child, turn by turn with what it is
// compared to, and the ratio of the two that stood side by side, because a neighbour's load comes and goes.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { files } from '../../runtime/workspace/paths.ts';
import { PROJECT } from '../example.ts';
import { HOOK_STEPS, type HookStep } from './hook-steps.ts';
import { payloadOf } from './payload.ts';
import type { Row, Run } from './row.ts';
import { type Call, median, type Sample, spread, timed } from './timed.ts';
import { hookScript, type Prepared } from './workspace.ts';

/** Processes in one batch. Several of a step in a row, because a cache may be replaced every so often. */
const BATCH = 8;
const BATCH_OF_ONCE = 4;

type Take = () => Sample;
type Pair = Readonly<{ name: string; limit?: number; base: Take; measured: Take }>;

export function hookNames(where: string): string[] {
  return [...HOOK_STEPS.map(({ name }) => name), 'status'].map((name) => `${where}/${name}`);
}

/** Beside bare Node. The first row is the control, bare Node against bare Node. */
export function measureHooks(prepared: Prepared, where: string, run: Run): Row[] {
  const base = takeBare(prepared);
  const pairs: Pair[] = [
    { name: `${where}/bare`, base, measured: base },
    ...HOOK_STEPS.map((step) => ({
      name: `${where}/${step.name}`,
      limit: step.limit,
      base,
      measured: takeStep(prepared, step),
    })),
    { name: `${where}/status`, base, measured: takeCommand(prepared, ['status']) },
  ];
  return interleaved(pairs, 'node -e 0', run);
}

/** The same steps beside those of a small repository: what its size costs. */
export function measureGrowth(
  small: Prepared,
  large: Prepared,
  { where, limit }: Readonly<{ where: string; limit: number }>,
  run: Run,
): Row[] {
  const pairs: Pair[] = [
    ...HOOK_STEPS.map((step) => ({
      name: `${where}/${step.name}`,
      limit,
      base: takeStep(small, step),
      measured: takeStep(large, step),
    })),
    {
      name: `${where}/status`,
      base: takeCommand(small, ['status']),
      measured: takeCommand(large, ['status']),
    },
  ];
  return interleaved(pairs, 'the same in a small repository', run);
}

export function interleaved(pairs: readonly Pair[], of: string, run: Run): Row[] {
  const wanted = pairs.filter(({ name }) => run.wants(name));
  const seen = wanted.map((): Array<Readonly<{ base: Sample; measured: Sample }>> => []);
  // Round 0 warms the page cache.
  for (let round = 0; round <= run.rounds; round += 1) {
    for (const [i, { name, base, measured }] of wanted.entries()) {
      run.progress(`${name}, round ${round} of ${run.rounds}`);
      const both = { base: base(), measured: measured() };
      if (round > 0) seen[i]?.push(both);
    }
  }
  return wanted.map(({ name, limit }, i) => {
    const samples = seen[i] ?? [];
    const ratios = samples.map(({ base, measured }) => measured.cpuMs / base.cpuMs);
    return {
      name,
      value: median(ratios),
      unit: '×',
      of,
      spread: spread(ratios),
      ...(limit === undefined ? {} : { limit }),
      figures: {
        cpuMs: median(samples.map(({ measured }) => measured.cpuMs)),
        wallMs: median(samples.map(({ measured }) => measured.wallMs)),
        baseCpuMs: median(samples.map(({ base }) => base.cpuMs)),
        baseWallMs: median(samples.map(({ base }) => base.wallMs)),
      },
    };
  });
}

export function takeBare(prepared: Prepared): Take {
  return () => timed(Array<Call>(BATCH).fill(callOf(prepared, ['-e', '0'], 'none', '')), prepared);
}

/** Commands that look at all open goals, beside a repository with few. */
export function measureCommands(
  small: Prepared,
  large: Prepared,
  { where, limit }: Readonly<{ where: string; limit: number }>,
  run: Run,
): Row[] {
  const pairs = GOAL_COMMANDS.map((command) => ({
    name: `${where}/${command}`,
    limit,
    base: takeCommand(small, [command]),
    measured: takeCommand(large, [command]),
  }));
  return interleaved(pairs, 'the same with 10 open goals', run);
}

const GOAL_COMMANDS = ['next', 'status'] as const;

export function commandNames(where: string): string[] {
  return GOAL_COMMANDS.map((command) => `${where}/${command}`);
}

export function takeCommand(prepared: Prepared, command: readonly string[]): Take {
  const call = callOf(prepared, [join(PROJECT, 'dist', 'cli.js'), ...command], 'none', '');
  return () => {
    prepared.restore('working');
    return timed(Array<Call>(BATCH_OF_ONCE).fill(call), prepared);
  };
}

function takeStep(prepared: Prepared, step: HookStep): Take {
  let calls: readonly Call[] | undefined;
  return () => {
    calls ??= callsOf(prepared, step);
    const batches = step.once ? calls.map((call) => [call]) : [calls];
    const samples = batches.map((batch) => {
      prepared.restore(step.stage);
      return timed(batch, prepared);
    });
    const mean = (of: keyof Sample): number =>
      samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length;
    return { cpuMs: mean('cpuMs'), wallMs: mean('wallMs') };
  };
}

/** A hook that did nothing would be the fastest, so it is looked at once: what is timed is what is meant. */
function callsOf(prepared: Prepared, step: HookStep): Call[] {
  prepared.restore(step.stage);
  const log = files.log(prepared.ws);
  const { size } = statSync(log);
  const said = prepared.hook(step.call(0));
  const added = readFileSync(log).subarray(size).toString();
  const isMeant =
    step.leaves === null ? said + added === '' : added.includes(`"type":"${step.leaves}"`);
  if (!isMeant) throw new Error(`${step.name} is not what it is meant to be: ${said}\n${added}`);
  return Array.from({ length: step.once ? BATCH_OF_ONCE : BATCH }, (_, i) => {
    const call = step.call(i);
    const input = payloadOf(prepared.repo, prepared.home, call);
    return callOf(prepared, [hookScript(prepared.repo), call.event], `${step.name}-${i}`, input);
  });
}

function callOf({ home, repo }: Prepared, args: string[], name: string, text: string): Call {
  const input = join(home, `${name}.json`);
  writeFileSync(input, text);
  return { cwd: repo, args, input };
}
