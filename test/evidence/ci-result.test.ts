import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CI_QUERY, confirmCi } from '../../runtime/evidence/gates/ci-result.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import type { CiClaim } from '../../runtime/model/report.ts';
import { Repo } from './repo.ts';

const LINK = 'https://github.com/Some/Repo/actions/runs/123';
const [CLAIM] = parseReport(`CI: ${LINK}`).ci ?? [];
const APPROVED = [{ command: CI_QUERY.command }];

let repo: Repo;
let head: string;

beforeEach(() => {
  repo = new Repo('repo').write('a.js', 'one\n').write('.wukong/config.yaml', 'x\n').commit();
  repo.git('remote', 'add', 'origin', 'git@github.com:some/repo.git');
  head = repo.git('rev-parse', 'HEAD').trim();
});
afterEach(() => vi.unstubAllEnvs());

/** An executable that is called as gh is, and answers as it does. */
function installGh(answer: string, { code = 0, noise = '' } = {}): void {
  const bin = join(repo.base, 'bin');
  mkdirSync(bin);
  const asked = JSON.stringify(join(repo.base, 'asked.json'));
  const script = `#!${process.execPath}
require('node:fs').writeFileSync(${asked}, JSON.stringify(process.argv.slice(2)));
process.stderr.write(${JSON.stringify(noise)});
process.stdout.write(${JSON.stringify(answer)});
process.exitCode = ${code};
`;
  writeFileSync(join(bin, 'gh'), script);
  chmodSync(join(bin, 'gh'), 0o755);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
}

function ran(more: object = {}): string {
  const seen = { conclusion: 'success', headSha: head, status: 'completed', workflowName: 'Test' };
  return `${JSON.stringify({ ...seen, ...more })}\n`;
}

async function ask(claim: CiClaim | undefined, approvals = APPROVED) {
  if (!claim) throw new Error('no claim');
  const folder = join(repo.base, 'run');
  const around = {
    worktree: repo.top,
    objectsDir: repo.objectsDir,
    tree: await repo.tree(),
    folder,
    approvals,
  };
  const [only] = await confirmCi([claim], around);
  return only;
}

function asked(): readonly string[] {
  const path = join(repo.base, 'asked.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

describe('a CI result that the report names', () => {
  test('is a gate that passed if GitHub says so for exactly what the run left', async () => {
    installGh(ran(), { noise: 'A new release of gh is available\n' });
    expect(await ask(CLAIM)).toMatchObject({
      confirmed: true,
      gate: { gate: 'ci 123 (Test)', outcome: 'pass', mustPass: true },
      why: `GitHub says success for ${head.slice(0, 12)}, which is what this run left`,
    });
    expect(asked()).toEqual([
      'run',
      'view',
      '123',
      '--json=headSha,status,conclusion,workflowName',
      '--repo=github.com/some/repo',
    ]);
    expect(readFileSync(join(repo.base, 'run', 'gate-ci-123.log'), 'utf8')).toContain(head);
  });

  test('counts where files differ by line ends alone, and not where a filter makes others of them', async () => {
    installGh(ran());
    repo.git('config', 'core.autocrlf', 'true');
    repo.write('a.js', 'one\r\n');
    expect(await ask(CLAIM)).toMatchObject({ confirmed: true });
    repo.git('config', 'filter.x.clean', 'echo one');
    repo.git('config', 'filter.x.smudge', 'echo faulty');
    repo.write('.git/info/attributes', 'a.js filter=x\n').write('a.js', 'faulty\n');
    expect(repo.git('diff', 'a.js')).toBe('');
    expect(await ask(CLAIM)).toMatchObject({ confirmed: false });
  });

  test('is a gate that failed if it failed there', async () => {
    installGh(ran({ conclusion: 'failure' }));
    expect((await ask(CLAIM))?.gate).toMatchObject({
      outcome: 'fail',
      error: 'conclusion failure',
    });
  });

  test('of another state of the files is a reference, and nothing more', async () => {
    installGh(ran());
    repo.write('a.js', 'two\n').write('b.js', 'not committed\n');
    const seen = await ask(CLAIM);
    expect(seen).toMatchObject({ confirmed: false });
    expect(seen).not.toHaveProperty('gate');
    expect(seen?.why).toBe(
      `it ran on ${head.slice(0, 12)}, and what this run left is something else: 2 files differ`,
    );
  });

  test.each<[string, object, string]>([
    ['of a commit that is not here', { headSha: 'a'.repeat(40) }, 'a commit that is not here'],
    [
      'that still runs',
      { status: 'in_progress', conclusion: '' },
      'it has not ended (in_progress)',
    ],
    ['that was skipped', { conclusion: 'skipped' }, 'it ended without a result (skipped)'],
    ['with a commit that is none', { headSha: '--help' }, 'gh answered with something else'],
  ])('%s is a reference', async (_, more, why) => {
    installGh(ran(more));
    const seen = await ask(CLAIM);
    expect(seen).toMatchObject({ confirmed: false });
    expect(seen?.why).toContain(why);
  });

  test('is a reference when gh fails, and its own words are shown', async () => {
    installGh('', {
      code: 4,
      noise: 'To get started with GitHub CLI, please run: gh auth login\n',
    });
    expect((await ask(CLAIM))?.why).toBe(
      'gh did not answer: exit code 4, expected 0: To get started with GitHub CLI, please run: gh auth login',
    );
  });

  test('is a reference when gh is not installed', async () => {
    vi.stubEnv('PATH', onlyGit());
    expect((await ask(CLAIM))?.why).toBe('gh did not answer: `gh` is not on the path');
  });

  test('is not asked about before a person approved it', async () => {
    installGh(ran());
    expect((await ask(CLAIM, []))?.why).toContain('wukong trust --approve --gate "gh run view"');
    expect(asked()).toEqual([]);
  });

  test('of a repository that is no remote of this one is not asked about', async () => {
    installGh(ran());
    const [other] = parseReport('CI: https://github.com/else/where/actions/runs/5').ci ?? [];
    expect((await ask(other))?.why).toBe('github.com/else/where is no remote of this repository');
    expect(asked()).toEqual([]);
  });
});

function onlyGit(): string {
  const bin = join(repo.base, 'only-git');
  mkdirSync(bin);
  const folders = (process.env.PATH ?? '').split(delimiter);
  const git = folders.map((folder) => join(folder, 'git')).find((path) => existsSync(path));
  symlinkSync(git ?? '', join(bin, 'git'));
  return bin;
}

test.each<[string, readonly CiClaim[] | undefined]>([
  [`CI: ${LINK}`, [{ run: '123', repository: 'github.com/some/repo', text: LINK }]],
  [
    `It is green: ${LINK}/job/77?pr=1.`,
    [{ run: '123', repository: 'github.com/some/repo', text: LINK }],
  ],
  ['CI: run 123', [{ run: '123', text: 'CI: 123' }]],
  [`CI: 123\n\nSee ${LINK}`, [{ run: '123', repository: 'github.com/some/repo', text: LINK }]],
  [`\`\`\`\n${LINK}\n\`\`\``, undefined],
  ['CI: all green', undefined],
  ['https://github.com/some/repo/pull/5', undefined],
])('in %j the report names %j', (text, claims) => {
  expect(parseReport(`Status: done\n\n## Summary\n${text}\n`).ci).toEqual(claims);
});
