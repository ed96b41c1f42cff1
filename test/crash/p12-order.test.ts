// P12: write → fdatasync → acknowledge, for facts of ours.

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFact } from '../../runtime/model/vocabulary.ts';
import { Scene } from './scene.ts';
import { DISPATCH, REPORT, START, STOP, type Step, TALK } from './steps.ts';
import { Tally } from './tally.ts';

type Seen = 'append' | 'sync' | 'answer' | 'cache';

/** In this order; nothing else matters here. Each append of facts is synced before anything follows. */
function problemIn(order: readonly Seen[]): string | undefined {
  const first = order.indexOf('append');
  if (first < 0) return 'nothing was appended';
  const answer = order.lastIndexOf('answer');
  if (answer >= 0 && answer < order.lastIndexOf('append')) return 'answered before the append';
  for (const [i, seen] of order.entries()) {
    if (seen === 'append' && order[i + 1] !== 'sync')
      return `an append is followed by ${order[i + 1]}`;
  }
  return undefined;
}

function fromPreload(trace: readonly string[]): Seen[] {
  return trace.flatMap((line): Seen[] => {
    if (/ writeSync .*\.wukong\/events\.jsonl$/.test(line)) return ['append'];
    if (/ f(?:data)?syncSync .*\.wukong\/events\.jsonl$/.test(line)) return ['sync'];
    if (/ writeSync <stdout>$/.test(line)) return ['answer'];
    return / renameSync .*(?:state|taskgraph)/.test(line) ? ['cache'] : [];
  });
}

/**
 * Lines of `strace -f -y`: the process (the first is the hook itself), and the call with the
 * file behind each descriptor. What a child of the hook writes to its stdout is no answer.
 */
function fromStrace(text: string): Seen[] {
  const [hook] = text.split(' ', 1);
  return text.split('\n').flatMap((line): Seen[] => {
    if (/\bp?write(?:64)?\(\d+<[^>]*\.wukong\/events\.jsonl>/.test(line)) return ['append'];
    if (/\bf(?:data)?sync\(\d+<[^>]*\.wukong\/events\.jsonl>\)\s+= 0/.test(line)) return ['sync'];
    if (line.startsWith(`${hook} `) && /\bwrite\(1</.test(line)) return ['answer'];
    return /\brename(?:at2?)?\(.*(?:state|taskgraph)/.test(line) ? ['cache'] : [];
  });
}

const WITH_FACTS: readonly Step[] = [START, DISPATCH, REPORT, STOP];

/** Each append, with the records it brought, holds a fact: then each must be synced. */
async function prepared(scene: Scene, step: Step): Promise<void> {
  await step.prepare(scene);
}

describe('P12 facts of ours are on the disk before they are acknowledged', () => {
  test.each(WITH_FACTS)('by the order of operations: $name', async (step) => {
    await using scene = await Scene.create();
    using tally = new Tally('P12 order of operations');
    await prepared(scene, step);
    const before = scene.counted().length;
    const { trace, code } = await scene.deliverWith(undefined, step.delivery(scene));
    expect(code).toBe(0);
    expect(
      scene
        .counted()
        .slice(before)
        .some(({ type }) => isFact(type)),
    ).toBe(true);
    tally.rounds = 1;
    const problem = problemIn(fromPreload(trace));
    if (problem) tally.lose(`${step.name}: ${problem}`);
  });

  test('the check sees an order that is wrong', () => {
    expect(problemIn(['append', 'cache', 'sync', 'answer'])).toBe('an append is followed by cache');
    expect(problemIn(['append', 'answer'])).toBe('an append is followed by answer');
    expect(problemIn(['answer', 'append', 'sync'])).toBe('answered before the append');
    expect(problemIn(['append', 'sync', 'cache', 'answer'])).toBeUndefined();
  });
});

/** Why strace can't be used here; undefined if it can. */
function straceProblem(): string | undefined {
  if (process.platform !== 'linux') return 'no Linux';
  const tried = spawnSync('strace', ['-f', '-e', 'trace=write', 'true'], { encoding: 'utf8' });
  if (tried.error) return tried.error.message;
  return tried.status === 0 ? undefined : tried.stderr.trim().split('\n').at(-1);
}

const missing = straceProblem();

function underStrace(scene: Scene, step: Step, options: readonly string[]) {
  const output = join(scene.rig.root, 'strace.txt');
  const delivery = step.delivery(scene);
  const ended = spawnSync(
    'strace',
    ['-f', '-y', '-o', output, ...options, process.execPath, scene.hookScript, delivery.event],
    {
      cwd: scene.rig.repo,
      env: scene.environment(),
      input: scene.stdin(delivery),
      encoding: 'utf8',
    },
  );
  const text = readFileSync(output, 'utf8');
  rmSync(output);
  return { ...ended, text };
}

describe(`P12 by the system calls themselves${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test.skipIf(missing).each(WITH_FACTS)('$name', async (step) => {
    await using scene = await Scene.create();
    using tally = new Tally('P12 order of system calls');
    await prepared(scene, step);
    const calls = 'trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2';
    const { text, status } = underStrace(scene, step, ['-e', calls]);
    expect(status).toBe(0);
    tally.rounds = 1;
    const problem = problemIn(fromStrace(text));
    if (problem) tally.lose(`${step.name}: ${problem}\n${text}`);
  });

  test.skipIf(missing)('a host event alone costs no sync', async () => {
    await using scene = await Scene.create();
    await prepared(scene, TALK);
    const { text } = underStrace(scene, TALK, ['-e', 'trace=write,fsync,fdatasync']);
    expect(fromStrace(text)).toEqual(['append']);
  });

  test.skipIf(missing)(
    'a sync that the kernel refuses is no acknowledgement, and loses nothing',
    async () => {
      await using scene = await Scene.create();
      using tally = new Tally('P12 refused syncs');
      await prepared(scene, DISPATCH);
      const before = scene.counted();
      const inject = ['-e', 'trace=fdatasync,fsync', '-e', 'inject=fdatasync,fsync:error=EIO'];
      const { stdout, text } = underStrace(scene, DISPATCH, inject);
      expect(text).toContain('EIO');
      tally.rounds = 1;
      tally.faults = 1;
      expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
      expect(scene.counted().slice(0, before.length)).toEqual(before);
      const again = await scene.deliver(DISPATCH.delivery(scene));
      expect(again.stdout).toContain('updatedInput');
      const runs = scene.counted().filter((record) => record.type === 'run.dispatched');
      if (runs.length !== 1) tally.lose(`dispatched ${runs.length} times`);
    },
  );
});
