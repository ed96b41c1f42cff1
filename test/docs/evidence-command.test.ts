// The worked examples of docs/evidence.md are what the built CLI prints for a goal that ran. With
// WUKONG_EXAMPLES=write they are rewritten.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carryTo } from '../cli/whole-goal.ts';
import { Rig } from '../rig/rig.ts';
import { PROJECT, readPage } from './pages.ts';

const PAGE = 'docs/evidence.md';
/** The command after the `$` of a console block, and what stands below. */
const EXAMPLE = /^(```console\n\$ wukong (.*)\n)([\s\S]*?)^```$/gm;

/** Days, hashes and counts of files differ from run to run. */
function comparable(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d/g, '<day>')
    .replaceAll(/S-\d{8}/g, 'S-<day>')
    .replaceAll(/blob [0-9a-f]{12}/g, 'blob <hash>')
    .replaceAll(/\d+ files/g, '<n> files')
    .trimEnd();
}

test('docs/evidence.md shows what wukong evidence prints', { timeout: 60_000 }, async () => {
  await using rig = await Rig.create();
  await carryTo(rig, 'mind', { eye: { header: 'Evidence-Level: L3' } });
  const page = readPage(PAGE);
  const examples = [...page.matchAll(EXAMPLE)];
  expect(examples).toHaveLength(3);
  let updated = page;
  for (const [block, head = '', command = '', shown = ''] of examples) {
    const { stdout, code } = await rig.cli(command.split(' '));
    expect(code).toBe(0);
    updated = updated.replace(block, () => `${head}${stdout}\`\`\``);
    if (process.env.WUKONG_EXAMPLES !== 'write') {
      expect(comparable(shown)).toBe(comparable(stdout));
    }
  }
  if (process.env.WUKONG_EXAMPLES === 'write') writeFileSync(join(PROJECT, PAGE), updated);
});
