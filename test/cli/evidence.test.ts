import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { Agents } from '../hooks/agents.ts';
import { Sandbox } from '../install/temporary.ts';
import { Rig } from '../rig/rig.ts';
import { start } from './goals.ts';
import { carryTo } from './whole-goal.ts';

let rig: Rig;
/** What tests change, as it was. */
let kept: Array<readonly [path: string, bytes: Buffer]> = [];

beforeAll(async () => {
  rig = await Rig.create();
  await carryTo(rig, 'mind', { eye: { header: 'Evidence-Level: L3' } });
  return () => rig[Symbol.asyncDispose]();
}, 60_000);

afterEach(() => {
  for (const [path, bytes] of kept) writeFileSync(path, bytes);
  kept = [];
});

function keep(path: string): Buffer {
  const bytes = readFileSync(path);
  kept.push([path, bytes]);
  return bytes;
}

function flip(path: string): void {
  const bytes = Buffer.from(keep(path));
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

// biome-ignore lint/suspicious/noExplicitAny: what a program printed; each test says what it expects in it.
type Json = any;

async function json(...args: readonly string[]): Promise<{ code: number | null; out: Json }> {
  const ended = await rig.cli(['evidence', ...args, '--json']);
  return { code: ended.code, out: JSON.parse(ended.stdout) };
}

type Stored = Readonly<{ dir: string; files: readonly string[] }>;

function stored(): Stored[] {
  return rig.events('artifacts.stored').map(({ payload }) => ({
    dir: String(payload.dir),
    files: (payload.artifacts as Array<{ name: string }>).map(({ name }) => name),
  }));
}

function folderOf(role: string): string {
  const found = stored().find(({ dir }) => dir.includes(`-${role}-`));
  return join(rig.repo, '.wukong', found?.dir ?? '');
}

describe('wukong evidence', () => {
  test('without a name shows one row a node of the goal in focus, and the coverage', async () => {
    const { stdout, code } = await rig.cli(['evidence']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^G-0001 {2}the decoder crashes on empty input {2}\(completed\)$/m);
    expect(stdout).toMatch(/^ {2}N-010 +eye +done +L1 +L1 +L3 +1 of 1 +1 pass$/m);
    expect(stdout).toMatch(/^ {2}N-020 +body +done +L3 +L2 +– +1 of 1 +3 pass$/m);
    expect(stdout).toContain('8 of 8 cited places resolve (100 %).');
    const { out } = await json('G-0001');
    expect(out).toMatchObject({ ok: true, citations: { resolved: 8, total: 8, share: 1 } });
    expect(out.nodes.map((row: Json) => [row.node, row.level, row.claimed])).toEqual([
      ['N-001', 'L1', null],
      ['N-010', 'L1', 'L3'],
      ['N-020', 'L3', null],
      ['N-030', 'L3', null],
      ['N-040', 'L1', null],
      ['N-050', 'L1', null],
    ]);
    expect(rig.file(`.wukong/${out.summary}`)).toContain(
      'Citation coverage: 8 of 8 cited places resolve (100 %).',
    );
  });

  test('shows a caught lie: what was claimed, what was seen, and all the report lacked', async () => {
    await using caught = await Rig.create();
    await carryTo(caught, 'eye');
    const agents = new Agents(caught);
    await agents.dispatch('body');
    const lie = { header: 'Evidence-Level: L2', command: 'npm test', calls: [] };
    await agents.report('body', lie);
    const why = /N-020 body: claimed L2, seen L[01]: .*"npm test".* \(E-\d{6}\)$/m;
    expect((await caught.cli(['evidence'])).stdout).toMatch(why);
    const { stdout } = await caught.cli(['evidence', 'N-020']);
    expect(stdout).toMatch(/^ {2}Sent back\n {4}claimed L2, seen L[01]: .*"npm test"/m);
    const { stdout: told } = await caught.cli(['evidence', 'N-020', '--json']);
    expect(JSON.parse(told).sent_back_for).toMatchObject([{ claimed: 'L2' }]);
    expect(stdout).not.toMatch(/[{}]/);
    await agents.report('body', lie);
    const { dir } = caught.events('artifacts.stored').at(-1)?.payload ?? {};
    expect(caught.file(`.wukong/${dir}/evidence.md`)).toContain(
      'The agent was sent back once before this report: claimed L2',
    );
  });

  test('puts what the agent said beside what was seen, with each reason of the level', async () => {
    const { stdout } = await rig.cli(['evidence', 'N-020']);
    expect(stdout).toMatch(/^ +said by the agent {2}seen by the runtime$/m);
    expect(stdout).toMatch(
      /^ {2}commands {2}npm test +The gate "npm test" passed when the runtime ran it on this tree\.$/m,
    );
    expect(stdout).toMatch(/^ {2}changes {3}– +src\/decoder\.js$/m);
    expect(stdout).toMatch(/^ {4}npm test pass$/m);
    expect(stdout).toMatch(/^ {4}src\/decoder\.js:19 → src\/decoder\.js:19, blob [0-9a-f]{12}$/m);
    expect(stdout).toMatch(/^ {4}red: npm test fail on [0-9a-f]{12} \(/m);
    expect(stdout).toMatch(/^ {4}green: npm test pass on [0-9a-f]{12} \(/m);
    // Words, and no field of a record as it is kept.
    expect(stdout).toMatch(/^ {4}the fault is shown: /m);
    expect(stdout).not.toContain('{"');
    expect(stdout).not.toContain('What would raise it');
    expect(stdout).not.toContain('\u001b[');

    const { out } = await json('g-1/n-020');
    expect(out).toMatchObject({
      goal: 'G-0001',
      node: 'N-020',
      claimed: { status: 'done', commands: [{ command: 'npm test' }], references: 1 },
      seen: { level: 'L3', required: 'L2', passes: true, changed: ['src/decoder.js'] },
      references: [{ resolved: true, place: { path: 'src/decoder.js', line: 19, endLine: 19 } }],
    });
    const run = await json(out.run);
    expect(run.out).toEqual(out);
  });

  test('says of a claim above the proof that it is one, and what the role can reach', async () => {
    const { stdout } = await rig.cli(['evidence', 'N-010']);
    expect(stdout).toContain('L1 proven, L1 required, more was claimed than proven');
    expect(stdout).toMatch(/^ {2}level {5}L3 +L1$/m);
    expect(stdout).toContain('the role eye runs no command, so L1 is all it can reach');
  });

  test.each<[readonly string[], string]>([
    [['N-099'], 'G-0001 has no node N-099.'],
    [['G-0009'], 'There is no goal G-0009.'],
    [['2026-11-21-body-0099'], 'There is no run 2026-11-21-body-0099 in the log.'],
    [['everything'], '"everything" is no node, run or goal.'],
    [['--run'], '--run goes with --verify.'],
  ])('%j is reported as a mistake of the command line', async (args, message) => {
    const { code, out } = await json(...args);
    expect(code).toBe(2);
    expect(out.error.message).toBe(message);
  });
});

describe('wukong evidence --verify', () => {
  test('holds when nothing was touched', async () => {
    const { code, stdout } = await rig.cli(['evidence', '--verify']);
    expect(stdout).toMatch(/^It holds: 6 runs of G-0001, \d+ files, 7 places\.$/m);
    expect(code).toBe(0);
  });

  test('finds a flipped byte in a file of every kind', async () => {
    const kinds = new Map<string, string>();
    for (const { dir, files } of stored()) {
      for (const name of files) kinds.set(name, `${dir}/${name}`);
    }
    const { out: before } = await json('G-0001');
    kinds.set('summary.md', before.summary);
    expect([...kinds.keys()]).toEqual(
      expect.arrayContaining([
        'report.md',
        'outcome.json',
        'patch.diff',
        'gate-npm-test.log',
        'references.json',
      ]),
    );
    const paths = [...kinds.values()].filter(
      (path) => readFileSync(join(rig.repo, '.wukong', path)).length > 0,
    );
    for (const path of paths) flip(join(rig.repo, '.wukong', path));
    const { code, out } = await json('--verify');
    expect(code).toBe(1);
    const found = (out.findings as string[]).filter((text) => text.includes('is not what the log'));
    expect(found.map((text) => text.split(' ')[0]).sort()).toEqual(
      paths.map((path) => `.wukong/${path}`).sort(),
    );
  });

  test('finds a file that is gone, and an empty one that is not empty any more', async () => {
    const folder = folderOf('body');
    const report = join(folder, 'report.md');
    keep(report);
    rmSync(report);
    writeFileSync(join(folder, 'evidence.md'), `${keep(join(folder, 'evidence.md'))}\n`);
    const { code, out } = await json('N-020', '--verify');
    expect(code).toBe(1);
    expect(out.findings).toEqual([
      expect.stringMatching(/evidence\.md is not what the log says it was \(E-\d+\)$/),
      expect.stringMatching(/report\.md is gone \(E-\d+\)$/),
    ]);
    expect((await json('N-030', '--verify')).code).toBe(0);
  });

  test('finds a place that is not in the tree as references.json says', async () => {
    const path = join(folderOf('body'), 'references.json');
    const changed = JSON.parse(keep(path).toString());
    changed.references[0].place.line = 18;
    changed.references[0].place.endLine = 18;
    writeFileSync(path, JSON.stringify(changed));
    const { code, out } = await json('N-020', '--verify');
    expect(code).toBe(1);
    expect(out.findings).toEqual([
      expect.stringContaining('references.json is not what the log says it was'),
      expect.stringMatching(/src\/decoder\.js:19 does not stand there .* other lines stand there$/),
    ]);
  });

  test('finds that the tree of a run is gone', async () => {
    const tree = JSON.parse(readFileSync(join(folderOf('body'), 'references.json'), 'utf8')).tree;
    const object = join(rig.repo, '.wukong', 'objects', tree.slice(0, 2), tree.slice(2));
    renameSync(object, `${object}.away`);
    try {
      const { code, out } = await json('N-020', '--verify');
      expect(code).toBe(1);
      expect(out.findings).toEqual([
        expect.stringContaining(`its tree ${tree} is not in .wukong/objects any more`),
      ]);
    } finally {
      renameSync(`${object}.away`, object);
    }
  });

  test('looks at no file outside the artifacts, and reads what older versions left', async () => {
    const path = join(folderOf('ear'), 'references.json');
    const file = JSON.parse(keep(path).toString());
    writeFileSync(path, JSON.stringify(file.references));
    const { out } = await json('N-001');
    expect(out).toMatchObject({ tree: null, references: file.references });
    const verified = await json('N-001', '--verify');
    expect(verified.out.notes).toEqual([expect.stringContaining('names no tree')]);
    writeFileSync(path, '{"references":');
    expect((await json('N-001', '--verify')).out.notes).toEqual([
      expect.stringContaining('cannot be read'),
    ]);
    expect((await rig.cli(['evidence', 'N-001'])).code).toBe(0);
  });
});

const PROVEN_AGAIN = 'note  proof by npm test, made again: `npm test` fails';

describe('wukong evidence --verify --run', () => {
  test('runs the gates again and says what is different from then', async () => {
    const { code, stdout } = await rig.cli(['evidence', '--verify', '--run']);
    expect(stdout).toContain('gate npm test: was pass, is pass');
    expect(stdout).toContain(PROVEN_AGAIN);
    expect(code).toBe(0);

    const source = join(rig.repo, 'src/decoder.js');
    writeFileSync(source, keep(source).toString().replace('return [];', 'return [1];'));
    const broken = await rig.cli(['evidence', 'N-020', '--verify', '--run']);
    expect(broken.stdout).toContain('gate npm test: was pass, is fail: exit code 1, expected 0');
    expect(broken.stdout).toContain('It does not hold (1 finding)');
    // From the recorded trees: what is in the working tree now has no part in it.
    expect(broken.stdout).toContain(PROVEN_AGAIN);
    expect(broken.code).toBe(1);
  }, 30_000);

  test('never runs a gate that nobody approved', async () => {
    keep(join(rig.repo, '.git', 'wukong', 'trust.json'));
    expect((await rig.cli(['trust', '--revoke'])).code).toBe(0);
    const mark = join(rig.repo, 'ran.txt');
    const path = join(rig.repo, 'package.json');
    const manifest = JSON.parse(keep(path).toString());
    manifest.scripts.test = `node -e "require('fs').writeFileSync('${mark}', '')"`;
    writeFileSync(path, JSON.stringify(manifest));
    const { code, out } = await json('--verify', '--run');
    expect(out.notes).toEqual([
      expect.stringContaining('was pass, is unavailable: not approved for this clone'),
      'proof by npm test: not run, the command is not approved',
    ]);
    expect(code).toBe(0);
    expect(existsSync(mark)).toBe(false);
  });

  test('runs nothing in a clone that nobody set up', async () => {
    const trust = join(rig.repo, '.git', 'wukong', 'trust.json');
    keep(trust);
    rmSync(trust);
    expect((await rig.cli(['evidence', '--verify', '--run'])).code).toBe(3);
    expect((await rig.cli(['evidence', '--verify'])).code).toBe(0);
  });
});

describe('where nothing is proven', () => {
  test('--verify never passes on nothing', async () => {
    using empty = await Sandbox.installed();
    const fresh = await empty.json(['evidence', '--verify']);
    expect(fresh).toMatchObject({ code: 1, out: { ok: false } });
    expect((await empty.wukong(['evidence', '--verify'])).stdout).toBe('');
    start(empty.ws, 'one');
    for (const name of [[], ['N-001'], ['G-0001']]) {
      const ended = await empty.wukong(['evidence', ...name, '--verify']);
      expect(ended.code).toBe(1);
      expect(ended.stdout).toContain('was judged, so nothing is proven');
      expect(ended.stdout).not.toContain('It holds');
    }
    expect(await empty.json(['evidence', 'N-001', '--verify'])).toMatchObject({
      code: 1,
      out: { ok: false, findings: ['No report of G-0001/N-001 was judged, so nothing is proven.'] },
    });
  });
});

describe('with several open goals', () => {
  test('a short name is never guessed, and goals that ended are found by their id', async () => {
    const ws = findRepository(rig.repo);
    if (!ws) throw new Error('no repository');
    start(ws, 'one');
    expect((await json()).out).toMatchObject({ goal: 'G-0002', citations: { total: 0 } });
    expect((await rig.cli(['evidence', 'N-020'])).stdout).toContain(
      'G-0002/N-020 has no run yet, so there is no evidence.',
    );
    start(ws, 'two');
    const { code, out } = await json('N-020');
    expect(code).toBe(2);
    expect(out.error.goals.map((goal: Json) => goal.id)).toEqual(['G-0002', 'G-0003']);
    expect((await json('G-0001')).out).toMatchObject({ goal: 'G-0001', status: 'completed' });
    expect((await json('G-0001/N-020')).out.seen.level).toBe('L3');
  });
});
