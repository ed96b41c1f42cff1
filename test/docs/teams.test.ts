// The first team of docs/teams.md is typed as it stands there, where step 3 of docs/first-executor.md ends. Its database
// is one on this machine, and its keys are those that were made.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addressOf } from '../../scripts/teams/machine.ts';
import { HOW_TO_HAVE_IT, requireEngine, requireServer } from '../rig/team-engine.ts';
import { databaseOn } from '../teams/databases.ts';
import { homeWithWukong } from './home.ts';
import { readPage } from './pages.ts';

const engine = await requireEngine();
let server: Awaited<ReturnType<typeof requireServer>>;

beforeAll(async () => {
  if (engine) server = await requireServer(engine);
});
afterAll(() => server?.[Symbol.asyncDispose]());

/** What stands in its blocks, from one heading to another. */
function blocks(page: string, kind: string, from: string, to: string): string[] {
  const part = page.slice(page.indexOf(`\n${from}\n`), page.indexOf(`\n${to}\n`));
  const pattern = new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...part.matchAll(pattern)].map(([, text = '']) => text);
}

const FIRST = blocks(
  readPage('docs/first-executor.md'),
  'bash',
  '## 1. A repository with a fault',
  '## 4. The work',
);
const story = (kind: string): string[] =>
  blocks(readPage('docs/teams.md'), kind, '## A first team', '## Orders for other machines');
const [SET_UP = '', TRUST = '', RUN = ''] = story('bash');
const [WORKER = ''] = story('sh');
const SHOWN = story('text').join('');

/** Without what differs from run to run. */
function told(line: string): string {
  return line
    .replace(/^E-\d+ \S+ \S+|^…/, '')
    .replace(/ \d+ \w+ ago /, ' … ago ')
    .replace(/\S+@\S+/, '…')
    .replace(/done in .*$/, 'done in')
    .replace(/(?:\d{4}-\d\d-\d\d-[a-z]+-\d+|…)$/, '')
    .replaceAll(/ +/g, ' ')
    .trim();
}

describe.skipIf(!engine)(`docs/teams.md${engine ? '' : ` (${HOW_TO_HAVE_IT})`}`, () => {
  test('a first team is typed as the page says', { timeout: 180_000 }, async () => {
    if (!engine) return;
    const { url, password } = addressOf(await databaseOn(engine, server.url));
    const { home, env: own } = homeWithWukong(engine.node);
    const packages = join(engine.packages, 'node_modules');
    const env = { ...own, NODE_PATH: packages, PGPASSWORD: password };
    const type = (text: string, cwd: string): string => {
      const ended = spawnSync('sh', ['-e', '-c', text], { cwd, env, encoding: 'utf8' });
      expect(ended.status, `${ended.stdout}${ended.stderr}`).toBe(0);
      return ended.stdout;
    };
    const [here, there] = [join(home, 'first-executor'), join(home, 'worker')];
    type(FIRST.join(''), home);
    type(SET_UP.replaceAll('postgres://me@db.example.org/wukong', url), here);
    const keyIn = (cwd: string): string => JSON.parse(type('wukong team --json', cwd)).key;
    type(TRUST.replace('KEY-OF-WORKER', keyIn(there)).replace('KEY-OF-HOME', keyIn(here)), here);
    const worker = spawn('sh', ['-c', `exec ${WORKER}`], { cwd: there, env });
    onTestFinished(() => {
      worker.kill('SIGKILL');
    });
    let said = '';
    worker.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    said += type(RUN, here);
    worker.kill('SIGINT');
    await once(worker, 'close');
    const shown = SHOWN.trimEnd().split('\n').map(told);
    expect(shown.length).toBeGreaterThan(5);
    expect(said.split('\n').map(told)).toEqual(expect.arrayContaining(shown));
    expect(readFileSync(join(here, 'src', 'add.js'), 'utf8')).toContain('a + b');
    expect(readFileSync(join(there, 'src', 'add.js'), 'utf8')).toContain('a - b');
  });
});
