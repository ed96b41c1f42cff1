import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, openPage } from '../../scripts/client/browser.ts';
import { Sandbox } from '../install/temporary.ts';
import { expectHarmless } from '../page/pages.ts';
import { Rig } from '../rig/rig.ts';
import { start } from './goals.ts';
import { carryTo } from './whole-goal.ts';

let rig: Rig;
let page = '';

beforeAll(async () => {
  rig = await Rig.create();
  await carryTo(rig, 'mind', {
    eye: { header: 'Evidence-Level: L3', summary: '<b>the guard</b> is missing' },
  });
  const ended = await rig.cli(['show']);
  expect(ended.code, ended.stderr).toBe(0);
  page = ended.stdout.trim();
  return () => rig[Symbol.asyncDispose]();
}, 60_000);

function textOf(file: string): string {
  return expectHarmless(readFileSync(file, 'utf8')).text.replaceAll(/\s+/g, ' ');
}

describe('wukong show', () => {
  test('writes the goal that was last worked on beside its artifacts, and says where', () => {
    expect(page).toMatch(/[\\/]\.wukong[\\/]artifacts[\\/]S-\d{8}-001[\\/]show\.html$/);
    expect(statSync(page).size).toBeLessThan(1_000_000);
  });

  test('shows verdict, doubt, change, both logs, and claims beside what was seen, in this order', () => {
    const text = textOf(page);
    const parts = [
      'the decoder crashes on empty input',
      'Proven: npm test failed before, passes now.',
      'In doubt',
      'N-010 L3 was claimed, L1 was seen.',
      'The change',
      'if (bytes.length === 0) return [];',
      'Red and green',
      'before the first change: failed',
      'after the last: passed',
      'The first difference',
      '✖ an empty body holds no readings',
      'The plan',
      'Caught on the way',
      'passed, but claimed L3, seen L1',
      'Claimed beside seen',
      '<b>the guard</b> is missing',
    ];
    let at = 0;
    for (const part of parts) {
      expect(text.slice(at), part).toContain(part);
      at = text.indexOf(part, at);
    }
  });

  test('marks the line of the change that a test holds, where somebody asks', async () => {
    const marked = () =>
      expectHarmless(readFileSync(page, 'utf8')).elements.filter(
        ({ attributes }) => attributes.class === 'add m-held',
      );
    expect(marked()).toEqual([]);
    const before = rig.events().length;
    const asked = await rig.cli(['show', '--lines', '--json']);
    expect(asked, asked.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(asked.stdout).lines).toMatchObject({ held: [expect.any(String)] });
    expect(asked.stderr).toContain('1 of 1 changed place is held by a test.');
    expect(marked()).toHaveLength(1);
    expect(rig.events()).toHaveLength(before);
    expect((await rig.cli(['show', '--lines', '--seconds', 'soon'])).code).toBe(2);
    expect((await rig.cli(['show', '--seconds', '5'])).stderr).toContain(
      '--seconds is for --lines',
    );
  });

  test('writes its own page again, and over no other file unless it is told to', async () => {
    expect((await rig.cli(['show', 'G-0001'])).code).toBe(0);
    const other = join(rig.root, 'other.html');
    writeFileSync(other, 'mine');
    const refused = await rig.cli(['show', '--out', other]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('was not made by wukong show');
    expect(readFileSync(other, 'utf8')).toBe('mine');
    const forced = await rig.cli(['show', '--out', other, '--force', '--json']);
    const { goal, file, bytes } = JSON.parse(forced.stdout);
    expect([goal, file, bytes]).toEqual(['G-0001', other, statSync(other).size]);
  });

  test.each(['.wukong/events.jsonl', '.wukong/artifacts/a.html', '.git/config', '.claude/a.html'])(
    'writes nothing to %s, not even when it is told to',
    async (path) => {
      const before = existsSync(join(rig.repo, path)) && rig.file(path);
      const refused = await rig.cli(['show', '--out', path, '--force']);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('where nothing else is written');
      expect(existsSync(join(rig.repo, path)) && rig.file(path)).toBe(before);
    },
  );

  test('says that a goal, or a folder, is not there', async () => {
    const unknown = await rig.cli(['show', 'G-0099']);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('There is no goal G-0099.'),
    ]);
    const noFolder = await rig.cli(['show', '--out', 'no/such/folder/a.html']);
    expect([noFolder.code, noFolder.stderr]).toEqual([
      2,
      expect.stringContaining('There is no folder'),
    ]);
  });

  test('shows what can be had where trees and logs are gone or huge', async () => {
    const red = rig
      .events()
      .flatMap(({ type, payload }) =>
        type === 'check.measured' && payload.side === 'red' ? [String(payload.log)] : [],
      )
      .at(-1);
    const log = join(rig.repo, '.wukong', red ?? '');
    const kept = readFileSync(log);
    truncateSync(log, 500 * 1024 * 1024);
    const objects = join(rig.repo, '.wukong', 'objects');
    rmSync(objects, { recursive: true });
    mkdirSync(objects);
    const out = join(rig.root, 'less.html');
    expect((await rig.cli(['show', '--out', out])).code).toBe(0);
    writeFileSync(log, kept);
    const text = textOf(out);
    expect(text).toContain('the rest of 500 MB only there');
    expect(text).toContain('these are the patches of its runs, one after the other');
    expect(text).toContain('if (bytes.length === 0) return [];');
    expect(statSync(out).size).toBeLessThan(1_000_000);
  });
});

test('a goal of which nothing was done yet is shown as open', async () => {
  using sandbox = await Sandbox.installed();
  start(sandbox.ws, '空报文会让解码器崩溃');
  const ended = await sandbox.wukong(['show']);
  expect(ended.code, ended.stderr).toBe(0);
  const text = textOf(ended.stdout.trim());
  expect(text).toContain('空报文会让解码器崩溃');
  expect(text).toContain('Not finished: 0 of 6 nodes are done.');
  expect(text).toContain('No file was changed.');
});

test('where there is no goal, wukong show says how one begins', async () => {
  using sandbox = await Sandbox.installed();
  const ended = await sandbox.wukong(['show']);
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('/wukong_fix')]);
});

const browser = findBrowser();
if (browser === undefined) {
  console.error(
    '\nNo Chromium on this machine: the page of a goal was NOT looked at in a browser.\n',
  );
}

describe.runIf(browser)('in a real browser', () => {
  test('the page shows what was asked and what was proven, and is drawn', {
    timeout: 60_000,
  }, async () => {
    const size = { width: 400, height: 800 };
    const dumped = await openPage(browser ?? '', page, size);
    expect(dumped.stdout, dumped.stderr).toContain('the decoder crashes on empty input');
    expect(dumped.stdout).toContain('failed before, passes now.');
    const picture = join(rig.root, 'page.png');
    const drawn = await openPage(browser ?? '', page, { ...size, dark: true, picture });
    // One colour alone, as of a page that is not drawn, takes a few kilobytes.
    expect(statSync(picture).size, drawn.stderr).toBeGreaterThan(15_000);
  });
});
