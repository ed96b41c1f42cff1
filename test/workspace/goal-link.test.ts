import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkGoal } from '../../runtime/workspace/goal-link.ts';
import { isGoalLink } from '../../runtime/workspace/links.ts';
import { mainCheckout } from '../../runtime/workspace/paths.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const SESSION = 'S-20261121-001';

function workspace() {
  const ws = mainCheckout(temporaryFolder('wukong-link-'));
  mkdirSync(join(ws.dir, 'artifacts', SESSION), { recursive: true });
  writeFileSync(join(ws.dir, 'artifacts', SESSION, 'summary.md'), 'all of it');
  return { ws, link: join(ws.dir, 'artifacts', 'G-0001') };
}

test('the folder of a goal is found by its id, however often that is said', () => {
  const { ws, link } = workspace();
  for (let n = 0; n < 2; n += 1) linkGoal(ws, 'G-0001', SESSION);
  expect(readFileSync(join(link, 'summary.md'), 'utf8')).toBe('all of it');
  expect(isGoalLink(ws, 'artifacts/G-0001')).toBe(true);
});

test('where an older log had a goal of that id, the newer one is found', () => {
  const { ws, link } = workspace();
  linkGoal(ws, 'G-0001', 'S-20260101-001');
  linkGoal(ws, 'G-0001', SESSION);
  expect(readlinkSync(link)).toBe(SESSION);
});

test('a link that leads anywhere else is none of ours', () => {
  const { ws, link } = workspace();
  symlinkSync('../../..', link);
  expect(isGoalLink(ws, 'artifacts/G-0001')).toBe(false);
  symlinkSync(SESSION, join(ws.dir, 'artifacts', 'other'));
  expect(isGoalLink(ws, 'artifacts/other')).toBe(false);
});
