// An executor that does what the instructions of its node say, a line each; a line that begins with `again` counts
// from the second run of the node on, instead of the one for the first.
//
//   look README.md
//   wait 20              so many seconds
//   write src/a/x.js | export const x = 1;
//   begin src/a/x.js | // before all else there
//   plan {"nodes": …}    the parts of another node, in the report
//   commit               all there is, on whatever branch it finds
//   meet 2               waits until so many of them are at work in the folder named on the command line

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const begin = (path, text) => writeFileSync(path, text + readFileSync(path, 'utf8'));
const PUT = { write: writeFileSync, begin };
const [folder, place] = process.argv.slice(2);
const order = JSON.parse(readFileSync(join(folder, 'work_order.json'), 'utf8'));
const lines = order.node.instructions.split('\n').filter((line) => line !== '');
const again = lines.filter((line) => line.startsWith('again '));
const isAgain = order.run_number > 1 && again.length > 0;
const todo = isAgain
  ? again.map((line) => line.slice(6))
  : lines.filter((line) => !again.includes(line));

let last = '';
let parts = '';
for (const line of todo) {
  const [verb, ...rest] = line.split(' ');
  if (verb === 'meet') {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, order.run_id), order.repo_dir);
    const most = Number(rest[0]);
    while (readdirSync(place).length < most)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (verb === 'wait') await new Promise((resolve) => setTimeout(resolve, Number(rest[0]) * 1000));
  if (verb === 'commit') {
    for (const args of [
      ['add', '-A'],
      ['-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'Part'],
    ]) {
      execFileSync('git', args, { cwd: order.repo_dir });
    }
  }
  if (verb === 'look') {
    const [text] = readFileSync(join(order.repo_dir, rest[0]), 'utf8').split('\n');
    last = `${rest[0]}:1 "${text}"`;
  }
  if (verb === 'plan') parts = `## Plan\n\`\`\`json\n${rest.join(' ')}\n\`\`\`\n`;
  if (!PUT[verb]) continue;
  const [path, text] = rest.join(' ').split(' | ');
  last = `${path}:1 "${text}"`;
  mkdirSync(dirname(join(order.repo_dir, path)), { recursive: true });
  PUT[verb](join(order.repo_dir, path), `${text}\n`);
}

const report = `${order.role === 'nose' ? 'Verdict: accept\n\n' : ''}## Summary
${order.node.id} wrote its part.

## Steps
Carried out the ${todo.length} lines of its instructions, one after the other.

${parts}
## Evidence
- References:
  - ${last}

## Risks
- None.

## Next
- Nothing.
`;
writeFileSync(join(folder, 'report.md'), report);
const { issue_ref, run_id } = order;
const result = {
  issue_ref,
  run_id,
  status: 'ok',
  changes: {},
  tests: ['n/a'],
  summary: 'Wrote its part.',
};
writeFileSync(join(folder, 'work_result.json'), JSON.stringify(result));
