// A landing that is killed at any of its file operations: the next call goes on, and nothing is lost or left over.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { layInto } from '../../../runtime/evidence/lanes/lay-into.ts';
import { isKillPoint, sample } from '../../crash/kill-points.ts';
import { LaneRepo, listing } from './lane-rig.ts';

/** How many operations a landing is killed at in the quick form. */
const EACH = 12;

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const FAULTS = join(PROJECT, 'test', 'crash', 'faults.cjs');

test('killed at any operation, it is whole after the next call, and what went is kept', {
  timeout: 300_000,
}, async () => {
  const repo = new LaneRepo();
  const at = (path: string) => join(repo.top, path);
  const program = join(repo.base, 'lay.cjs');
  buildSync({
    stdin: {
      contents: `import { layInto } from './runtime/evidence/lanes/lay-into.ts';
layInto(JSON.parse(process.argv[2])).then((laid) => process.stdout.write(JSON.stringify(laid)));`,
      resolveDir: PROJECT,
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  repo.write('edited.js').write('gone/x.js').write('run').write('becomes-folder');
  symlinkSync('run', at('link'));
  repo.write('becomes-file/b').commit();
  const from = await repo.tree();
  repo.write('edited.js', 'edited\n').write('new/y.js');
  for (const path of ['gone', 'link', 'becomes-folder', 'becomes-file']) {
    rmSync(at(path), { recursive: true });
  }
  chmodSync(at('run'), 0o755);
  symlinkSync('edited.js', at('link'));
  const to = await repo.write('becomes-folder/a').write('becomes-file').tree();
  const kept = join(repo.base, 'kept');
  const given = { ...repo.place, from, to, kept };
  const back = { ...repo.place, from: to, to: from };
  const run = (fault: object) => {
    const trace = join(repo.base, 'trace');
    rmSync(trace, { force: true });
    const ended = spawnSync(
      process.execPath,
      ['--require', FAULTS, program, JSON.stringify(given)],
      {
        env: { ...process.env, WUKONG_FAULT: JSON.stringify({ trace, ...fault }) },
        encoding: 'utf8',
      },
    );
    return { ...ended, lines: readFileSync(trace, 'utf8').split('\n') };
  };
  expect(await layInto(back)).toEqual({ is: 'done' });
  const clean = run({});
  expect(JSON.parse(clean.stdout)).toEqual({ is: 'done' });
  const disk = listing(repo.top, '.wukong');
  const ours = clean.lines.filter(
    (line) => line !== '' && isKillPoint(line) && !line.includes('.wukong/objects'),
  );
  expect(ours.length).toBeGreaterThan(20);
  const left = [listing(kept)];
  for (const line of sample(ours, EACH)) {
    const [number, operation] = line.split(' ');
    rmSync(kept, { recursive: true, force: true });
    expect(await layInto(back)).toEqual({ is: 'done' });
    const how = operation === 'writeSync' ? 'kill-half' : 'kill-before';
    const killed = run({ at: Number(number), how });
    expect(killed.signal, line).toBe('SIGKILL');
    expect(await layInto(given), line).toEqual({ is: 'done' });
    expect(listing(repo.top, '.wukong'), line).toEqual(disk);
    if (existsSync(kept)) left.push(listing(kept));
  }
  // Whatever was replaced by the one or the other.
  expect(new Set(left.map((one) => JSON.stringify(one))).size).toBe(1);
});
