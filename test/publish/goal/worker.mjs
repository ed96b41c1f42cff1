// One change with its test, in the order's working tree.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = ''] = process.argv.slice(2);
const order = JSON.parse(readFileSync(join(folder, 'work_order.json'), 'utf8'));
const CHECK = ['node', '--test', 'test/reader.test.js'];
const file = (name) => join(order.repo_dir, name);

const reader = readFileSync(file('src/reader.js'), 'utf8');
writeFileSync(
  file('src/reader.js'),
  reader.replace(
    "    const [name, value = ''] = part.split('=');\n    settings[name.trim()] = value.trim();",
    '    const [, name, value] = /^(\\w+)=(\\S*)$/.exec(part) ?? [];\n    if (name === undefined) throw new SyntaxError(part);\n    settings[name] = value;',
  ),
);
const tests = readFileSync(file('test/reader.test.js'), 'utf8');
const added =
  "\ntest('refuses', () => {\n  assert.throws(() => readSettings('host = db'), SyntaxError);\n});\n";
if (!tests.includes("'refuses'")) writeFileSync(file('test/reader.test.js'), tests + added);
spawnSync(CHECK[0], CHECK.slice(1), { cwd: order.repo_dir, stdio: 'ignore' });

const lines = readFileSync(file('src/reader.js'), 'utf8').split('\n');
const at = lines.findIndex((line) => line.includes('throw new SyntaxError'));
const summary = 'Did it. @everybody fixes #12';
const report = `## Summary
${summary}

## Steps
Changed it, and ran the tests.

## Evidence
- Repro:
  - command: \`${CHECK.join(' ')}\`
  - result: pass
- References:
  - src/reader.js:${at + 1} "${lines[at]?.trim()}"

## Risks
- None known.

## Next
- Nothing.
`;
writeFileSync(join(folder, 'report.md'), report);
const { issue_ref, run_id } = order;
const result = {
  issue_ref,
  run_id,
  changes: {},
  status: 'ok',
  tests: [`${CHECK.join(' ')} => pass`],
  summary,
};
writeFileSync(join(folder, 'work_result.json'), JSON.stringify(result));
