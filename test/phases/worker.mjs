// An executor that does what the instructions of its node say, a line each, and says that it cost half a dollar.
//
//   today                         takes one of the runs of today, which the test gives; with none left it is limited
//   look README.md
//   write src/a.js | export const a = 1;
//   plan {"nodes": …}             the parts of another node, in the report
//   needs JWT_SECRET              fails unless the file of secrets names it
//   unless-told cannot parse it   fails of this until a person has answered
//
// Who looks for another way gets no instructions of a template: it finds three.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [folder, given] = process.argv.slice(2);
const order = JSON.parse(readFileSync(join(folder, 'work_order.json'), 'utf8'));
const { issue_ref, run_id, role, repo_dir } = order;

function giveBack(result) {
  const usage = [{ model: 'm', input_tokens: 10, output_tokens: 20, cost_usd: 0.5 }];
  const all = { issue_ref, run_id, changes: {}, tests: ['n/a'], usage, ...result };
  writeFileSync(join(folder, 'work_result.json'), JSON.stringify(all));
}

function fail(summary, more = {}) {
  giveBack({ status: 'fail', summary, ...more });
  process.exit();
}

function firstLine(file) {
  return readFileSync(join(repo_dir, file), 'utf8').split('\n')[0];
}

function takeOneOfToday() {
  const file = join(given, 'today');
  const left = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (left === 0) {
    fail('The runs of today are used up, resets 9am (UTC).', {
      error_code: 'rate_limited',
      usage: [],
    });
  }
  writeFileSync(file, `${left - 1}`);
}

const ANOTHER_WAY = `Root cause: the parser reads a format that the file is not in.
Option A: Convert the file first.
Pros: The parser stays as it is.
Cons: One more step.
Effort: S
Option B: Teach the parser the other format.
Pros: No step more.
Cons: More to test.
Effort: M
Option C: Ask for the file in the old format.
Pros: Nothing to do here.
Cons: Others have to.
Effort: L`;

const isPlanB = order.node.instructions.includes('Root cause:');
const lines = isPlanB ? ['look README.md'] : order.node.instructions.split('\n').filter(Boolean);
const steps = isPlanB ? ANOTHER_WAY : `Carried out the ${lines.length} lines of its instructions.`;
let cited = '';
let parts = '';
for (const line of lines) {
  const [verb, ...rest] = line.split(' ');
  const words = rest.join(' ');
  if (verb === 'today') takeOneOfToday();
  if (verb === 'look') cited = `${words}:1 "${firstLine(words)}"`;
  if (verb === 'plan') parts = `## Plan\n\`\`\`json\n${words}\n\`\`\`\n`;
  if (verb === 'unless-told' && order.answers.length === 0) fail(words);
  if (verb === 'needs') {
    const secrets = join(given, 'secrets');
    const known = existsSync(secrets) ? readFileSync(secrets, 'utf8') : '';
    if (!known.includes(`${words}=`)) fail(`${words} is not set`);
  }
  if (verb !== 'write') continue;
  const [path, text] = words.split(' | ');
  mkdirSync(dirname(join(repo_dir, path)), { recursive: true });
  writeFileSync(join(repo_dir, path), `${text}\n`);
  cited = `${path}:1 "${text}"`;
}

const CHECK = 'node --test test/decoder.test.js';
const repro = role === 'body' ? `- Repro:\n  - command: \`${CHECK}\`\n  - result: pass\n` : '';
const verdict = role === 'nose' ? 'Verdict: accept\n\n' : '';
const report = `${verdict}## Summary
${order.node.title}: done.

## Steps
${steps}

${parts}
## Evidence
${repro}- References:
  - ${cited}

## Risks
- None.

## Next
- Nothing.
`;
writeFileSync(join(folder, 'report.md'), report);
const tests = role === 'body' ? [`${CHECK} => pass`] : ['n/a'];
giveBack({ status: 'ok', tests, summary: `${order.node.title}: done.` });
