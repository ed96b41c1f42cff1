// The skills that users get: what they say is what the program does.

import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { grade } from '../../runtime/evidence/grade.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import { readFrontMatter } from '../../runtime/hosts/claude-code/install/front-matter.ts';
import { parseAnchors } from '../../runtime/memory/anchors.ts';
import { anchorSchema } from '../../runtime/model/documents/anchor.ts';
import { LEVEL_RULES } from '../../runtime/model/level-rules.ts';
import { skillDrift, writeSkills } from '../../scripts/skills.ts';
import { links } from '../docs/pages.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { PROJECT } from '../rig/repository.ts';

const SKILLS = join(PROJECT, '.claude', 'skills');
const NAMES = ['anchor_writer', 'evidence', 'taskgraph_tools'];

function read(...path: string[]): string {
  return readFileSync(join(SKILLS, ...path), 'utf8');
}

test('the skills say of levels and anchors what the model says', () => {
  expect(skillDrift()).toEqual([]);
});

test('a skill that was changed by hand, or has lost its marks, is named', () => {
  const folder = temporaryFolder('wukong-skills-');
  cpSync(SKILLS, folder, { recursive: true });
  const evidence = join(folder, 'evidence', 'SKILL.md');
  const text = readFileSync(evidence, 'utf8');
  writeFileSync(evidence, text.replace('L2 is reached.', 'L1 is reached.'));
  rmSync(join(folder, 'anchor_writer', 'rules'), { recursive: true });
  const schema = join('anchor_writer', 'rules', 'anchor_schema.md');
  expect(skillDrift(folder)).toEqual([join('evidence', 'SKILL.md'), schema]);
  writeSkills(folder);
  expect(skillDrift(folder)).toEqual([]);
  writeFileSync(evidence, text.replace('<!-- /levels -->', ''));
  expect(skillDrift(folder)).toEqual([join('evidence', 'SKILL.md')]);
});

test('the reasons in the evidence come from the same table', () => {
  const { reasons } = grade({
    report: parseReport('RunId: r\nStatus: done\n\n## Summary\nDone.\n'),
    resolved: [],
    gates: [],
    role: 'body',
    required: 'L2',
    writes: true,
    changedFiles: [],
    outsidePaths: [],
  });
  expect(reasons.map(({ level, why }) => [level, why])).toEqual([
    ['L1', LEVEL_RULES.L1.without],
    ['L2', LEVEL_RULES.L2.without],
  ]);
  for (const { conditions } of Object.values(LEVEL_RULES)) {
    for (const condition of conditions) expect(read('evidence', 'SKILL.md')).toContain(condition);
  }
});

describe.each(NAMES)('the skill %s', (name) => {
  const text = read(name, 'SKILL.md');

  test('has a head the client can read, and the mark of ours', () => {
    const head = readFrontMatter(text);
    if (!head.ok) throw new Error(head.why);
    expect(head.values).toMatchObject({ name, wukong: 1 });
    expect(String(head.values.description)).toMatch(/Use it /);
    expect(String(head.values.description).length).toBeLessThan(1024);
  });

  test('links to what is in it', () => {
    for (const { target } of links(text)) {
      expect(existsSync(join(SKILLS, name, target)), target).toBe(true);
    }
  });
});

test('there are no other skills', () => {
  expect(readdirSync(SKILLS).sort()).toEqual(NAMES);
});

test('a report made from the template is read without a question', () => {
  const filled = read('evidence', 'templates', 'evidence_report.md')
    .replace('RunId: <from the work order>', 'RunId: 2026-11-22-body-0001')
    .replace('Tests: <command> (<result>)', 'Tests: npm test (6 passed)')
    .replace('<L0 to L3, what you believe is proven>', 'L2')
    .replace(
      '`<command, exactly as it was run>` → <what it printed, in a few words>',
      '`npm test` → 6 passed',
    )
    .replace('<path>:<line> "<words copied from that line>"', 'src/a.js:3 "return [];"')
    .replace('<link to the run of GitHub Actions>', 'https://github.com/o/r/actions/runs/7');
  const report = parseReport(filled);
  expect(report.problems).toEqual([]);
  expect(report).toMatchObject({
    runId: '2026-11-22-body-0001',
    status: 'done',
    tests: 'npm test (6 passed)',
    claimedLevel: 'L2',
    repro: [{ command: 'npm test', result: '6 passed' }],
    references: [{ path: 'src/a.js', line: 3, quote: 'return [];' }, { kind: 'request' }],
    ci: [{ run: '7' }],
  });
  expect(report.risks).toContain('How to undo it');
  for (const title of [
    'Summary',
    'Repro Steps',
    'Observations',
    'Verification',
    'Risk & Rollback',
    'Evidence Level',
  ]) {
    expect(filled).toContain(`\n## ${title}\n`);
  }
});

test('the anchor it shows is one that templates can quote', () => {
  const shown =
    /^ {4}## A-[\s\S]*?\n\n(?! {4})/m.exec(read('anchor_writer', 'SKILL.md'))?.[0] ?? '';
  const [entry] = parseAnchors(shown.replaceAll(/^ {4}/gm, '')).values();
  expect(entry).toMatchObject({ id: 'A-2026-k3f7', type: 'Decision' });
  const { id, type, title, text } = entry ?? {};
  expect(() =>
    anchorSchema.parse({ id, type, title, text, source: 'L-d4nmdiyp E-000123' }),
  ).not.toThrow();
});
