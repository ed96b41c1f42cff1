// Links that a pull or an executor puts below `.wukong`, to files of the user: a whole goal is carried out, and
// nothing outside has changed.

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../rig/repository.ts';
import { ended, events, REQUEST, repositoryWith, waiting, wukong } from './driven.ts';

/** Every name the runtime or an executor gives a file in the folder of a run. */
const NAMES = [
  ...['work_order.json', 'work_order.textproto', 'spec_snapshot.md', 'constraints.md', 'links.md'],
  ...['manifest.txt', 'lease.json', 'executor.stdout.log', 'executor.stderr.log', 'client.json'],
  ...['report.md', 'late_report.md', 'refused_report.md', 'left.json', 'work_result.json'],
  ...['work_result.txt', 'evidence.md', 'references.json', 'outcome.json', 'transcript.md'],
  ...['patch.diff', 'patch.shown.diff', 'gate-test.log', 'gate-test.stdout.log', 'red.log'],
  ...['green.log', 'red.stdout.log', 'green.stdout.log', 'seal.log', 'history.txt', 'summary.md'],
];

type Victims = Readonly<{ folder: string; unchanged: () => void }>;

/** Files of the user, one for each name, and a folder. */
function victims({ root }: Repository): Victims {
  const folder = join(root, 'outside');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  for (const name of NAMES) writeFileSync(join(folder, name), `the user’s ${name}`);
  const before = readdirSync(folder, { recursive: true }).sort();
  const times = NAMES.map((name) => lstatSync(join(folder, name)).mtimeMs);
  return {
    folder,
    unchanged() {
      expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
      for (const name of NAMES) {
        expect(readFileSync(join(folder, name), 'utf8')).toBe(`the user’s ${name}`);
      }
      expect(NAMES.map((name) => lstatSync(join(folder, name)).mtimeMs)).toEqual(times);
    },
  };
}

/** A run at work that goes on when it is told to, in a repository beside files of the user. */
async function atWork() {
  const repository = await repositoryWith('waits', '~/held');
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  const outside = victims(repository);
  const end = ended(wukong(repository, 'run', REQUEST, '--track', 'direct'));
  await waiting(held);
  const goOn = () => {
    writeFileSync(`${held}.go`, '');
    return end;
  };
  return { repository, outside, goOn };
}

function linkAll(folder: string, to: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of NAMES) {
    rmSync(join(folder, name), { force: true });
    symlinkSync(join(to, name), join(folder, name));
  }
}

function artifacts(repository: Repository): string {
  const [made] = events(repository, 'goal.created');
  return join(repository.path, '.wukong', 'artifacts', String(made?.payload.artifacts));
}

/** As the runtime will call the first run of that role. */
function firstRun(role: string): string {
  return `${new Date().toISOString().slice(0, 10)}-${role}-0001`;
}

describe('links to files of the user', () => {
  test('where a run will have its folder: it gets another one, what was there is named, and the goal is completed', async () => {
    const repository = await repositoryWith();
    const outside = victims(repository);
    expect(
      await ended(wukong(repository, 'goal', 'add', REQUEST, '--template', 'direct')),
    ).toMatchObject({ code: 0 });
    const session = artifacts(repository);
    const run = join(session, 'N-010', firstRun('body'));
    linkAll(run, outside.folder);
    linkAll(session, outside.folder);
    const done = await ended(wukong(repository, 'run', 'G-0001'));
    expect(done).toMatchObject({ code: 0 });
    outside.unchanged();
    expect(done.out).toContain(`${firstRun('body')}.was-there-1`);
    expect(events(repository, 'order.place_cleared')).toHaveLength(1);
    expect(lstatSync(join(run, 'outcome.json')).isFile()).toBe(true);
    expect(lstatSync(join(session, 'summary.md')).isFile()).toBe(true);
  });

  test('that come while a run is at work: what is found out about it takes their places', async () => {
    const { repository, outside, goOn } = await atWork();
    const session = artifacts(repository);
    const run = join(session, 'N-010', firstRun('body'));
    linkAll(run, outside.folder);
    linkAll(session, outside.folder);
    expect(await goOn()).toMatchObject({ code: 0 });
    outside.unchanged();
    for (const name of ['report.md', 'evidence.md', 'outcome.json', 'patch.diff', 'left.json']) {
      expect(lstatSync(join(run, name)).isFile(), name).toBe(true);
    }
  });

  test('that an executor leaves in its folder or in that of its run are not followed, kept or hashed', async () => {
    const repository = await repositoryWith('plants', '~/outside');
    const outside = victims(repository);
    expect(await ended(wukong(repository, 'run', REQUEST, '--track', 'direct'))).toMatchObject({
      code: 0,
    });
    outside.unchanged();
    const run = join(artifacts(repository), 'N-010', firstRun('body'));
    const left = JSON.parse(readFileSync(join(run, 'left.json'), 'utf8'));
    expect(left.not_taken).toContainEqual({ name: 'notes.md', why: 'link' });
    for (const name of readdirSync(run)) {
      if (lstatSync(join(run, name)).isFile()) {
        expect(readFileSync(join(run, name), 'utf8')).not.toContain('the user’s');
      }
    }
    expect(JSON.stringify(events(repository))).not.toContain('planted.md');
    // What it left in the folder of the run is found before anything else is begun.
    const again = await ended(wukong(repository, 'run', REQUEST, '--track', 'direct'));
    expect(again.code).toBe(1);
    expect(again.out).toContain(`${firstRun('body')}/planted.md is a symbolic link`);
    expect((await ended(wukong(repository, 'doctor'))).out).toContain(
      `${firstRun('body')}/planted.md`,
    );
  });
});

describe('a folder of .wukong that somebody replaced ends `wukong run` with its name and what to do:', () => {
  test('that of the run at work, by a link; put back, the goal goes on', async () => {
    const { repository, outside, goOn } = await atWork();
    const run = join(artifacts(repository), 'N-010', firstRun('body'));
    renameSync(run, join(repository.root, 'kept'));
    symlinkSync(outside.folder, run);
    const done = await goOn();
    outside.unchanged();
    expect(done.code).toBe(1);
    expect(done.out).toContain(`${firstRun('body')} is a symbolic link, and could point anywhere`);
    expect(done.out).toContain('take it away');
    expect(done.out).not.toMatch(/has a bug|\n\s+at /);
    rmSync(run);
    renameSync(join(repository.root, 'kept'), run);
    expect(await ended(wukong(repository, 'run', 'G-0001'))).toMatchObject({ code: 0 });
  });

  test.each([
    ['a link', '.wukong/objects is a symbolic link', symlinkSync],
    ['a file', '.wukong/objects', (_: string, path: string) => writeFileSync(path, '')],
  ] as const)('the objects, by %s', async (_, said, put) => {
    const repository = await repositoryWith();
    const outside = victims(repository);
    const added = wukong(repository, 'goal', 'add', REQUEST, '--template', 'direct');
    expect(await ended(added)).toMatchObject({ code: 0 });
    const objects = join(repository.path, '.wukong', 'objects');
    rmSync(objects, { recursive: true, force: true });
    put(outside.folder, objects);
    const done = await ended(wukong(repository, 'run', 'G-0001'));
    outside.unchanged();
    expect(done.code).toBe(1);
    expect(done.out).toContain(said);
    expect(done.out).toContain('hint');
    expect(done.out).not.toMatch(/has a bug|\n\s+at /);
  });
});
