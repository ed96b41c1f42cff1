// An executor for the example: six roles, each a few lines without a model. What it is told on its command
// line it does otherwise: `lacks` names by its code that a secret is missing, `lies` says that the tests pass and changes nothing that makes them pass, `asks` asks before it does anything,
// `untidy` leaves a blank at the end of a line until it is told (`sloppy`: then, too), `claims` says that it used a lot, and `fails` fails of the same each time.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const [folder, ...more] = process.argv.slice(2);
const order = JSON.parse(readFileSync(join(folder, 'work_order.json'), 'utf8'));
const SOURCE = 'src/decoder.js';
const TEST = 'test/decoder.test.js';
const CRASH = '  const version = bytes.readUInt8(0);';
const GUARD = '  if (bytes.length === 0) return [];';
const CHECK = 'node --test test/decoder.test.js';

const read = (file) => readFileSync(join(order.repo_dir, file), 'utf8');
const write = (file, text) => writeFileSync(join(order.repo_dir, file), text);

/** `src/a.js:12 "…"` of the first line with these words. */
function at(file, words) {
  const lines = read(file).split('\n');
  const line = lines.findIndex((text) => text.includes(words));
  return `${file}:${line + 1} "${lines[line].trim()}"`;
}

const WORK = {
  ear: () => ({
    steps: [
      `Criterion: \`${CHECK}\` passes, with the test for an empty body unchanged.`,
      'Criterion: packets that decode today decode to the same readings.',
    ],
    references: [at('README.md', 'had nothing to forward'), at(TEST, 'an empty body')],
  }),
  eye: () => ({ references: [at(SOURCE, 'readUInt8(0);')] }),
  body() {
    const text = read(SOURCE);
    const bad = '  const version = bytes.readUInt8(0); // looked at';
    const isUntidy =
      more.includes('sloppy') || (more.includes('untidy') && order.findings.length === 0);
    if (more.includes('untidy'))
      write(
        SOURCE,
        text
          .replace(/\n? *if \(bytes.length === 0\).*/, '')
          .replace(CRASH, `${GUARD}${isUntidy ? ' ' : ''}\n${CRASH}`),
      );
    else if (more.includes('lies'))
      write(SOURCE, text.includes(bad) ? text : text.replace(CRASH, bad));
    else if (!text.includes(GUARD)) write(SOURCE, text.replace(CRASH, `${GUARD}\n${CRASH}`));
    return { references: [at(SOURCE, 'const version')], tests: true };
  },
  tongue() {
    const title = 'an empty Uint8Array holds no readings';
    if (!read(TEST).includes(title)) {
      const test = `\ntest('${title}', () => {\n  assert.deepEqual(decode(new Uint8Array()), []);\n});\n`;
      write(TEST, `${read(TEST)}${test}`);
    }
    return { references: [at(TEST, title)], tests: true };
  },
  nose: () => ({ verdict: 'accept', references: [at(SOURCE, 'bytes.length === 0')] }),
  mind: () => ({
    steps: [
      `Criterion 1: met, ${at(TEST, 'an empty body')}`,
      `Criterion 2: met, ${at(SOURCE, 'bytes.length === 0')}`,
      'Decision: an empty body is valid and holds no readings.',
    ],
    references: [at(SOURCE, 'bytes.length === 0')],
  }),
};

// If the file named behind it is there: until it may go on.
const [, held] = more[0] === 'waits' ? more : [];
if (held !== undefined && existsSync(held)) {
  appendFileSync(`${held}.pid`, `${process.pid}\n`);
  while (!existsSync(`${held}.go`)) await new Promise((resolve) => setTimeout(resolve, 20));
}

// Until the other one is there as well.
const [, place] = more[0] === 'meets' ? more : [];
if (place !== undefined) {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, String(process.pid)), order.run_id);
  while (readdirSync(place).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
}

// Links to what lies in the folder named behind it: in its own, and in that of its run.
const [, secrets] = more[0] === 'plants' ? more : [];
if (secrets !== undefined) {
  const artifacts = join(order.repo_dir, '.wukong/artifacts');
  const folders = readdirSync(artifacts, { recursive: true });
  const own = join(artifacts, folders.find((name) => name.endsWith(order.run_id)) ?? '');
  symlinkSync(join(secrets, 'report.md'), join(folder, 'notes.md'));
  symlinkSync(secrets, join(folder, 'more'));
  for (const name of ['report.md', 'left.json', 'outcome.json', 'planted.md']) {
    symlinkSync(join(secrets, name === 'planted.md' ? 'patch.diff' : name), join(own, name));
  }
}

/** It gives this back, and no report. */
function giveBack(result) {
  const { issue_ref, run_id } = order;
  const file = join(folder, 'work_result.json');
  writeFileSync(
    file,
    JSON.stringify({ issue_ref, run_id, changes: {}, tests: ['n/a'], ...result }),
  );
}

if (more.includes('asks') && order.answers.length === 0) {
  giveBack({ status: 'blocked', summary: 'Unclear.', questions: ['Which format?'] });
  process.exit();
}

if (more.includes('lacks') && order.answers.length === 0) {
  giveBack({
    status: 'blocked',
    summary: 'The vendor portal says no.',
    error_code: 'missing_credential',
    blocked_by: ['Ask the vendor for access.'],
  });
  process.exit();
}

if (more.includes('fails') && order.role !== 'mind') {
  giveBack({ status: 'fail', summary: `src/decoder.js:${process.pid} cannot be read.` });
  process.exit();
}

const { steps = ['Did it.'], references, tests = false, verdict } = WORK[order.role]();
const summary = 'An empty body holds no readings.';
const repro = tests ? `- Repro:\n  - command: \`${CHECK}\`\n  - result: pass\n` : '';
const report = `${verdict ? `Verdict: ${verdict}\n` : ''}
## Summary
${summary}

## Steps
${steps.join('\n')}

## Evidence
${repro}- References:
${references.map((one) => `  - ${one}`).join('\n')}

## Risks
- Callers that relied on the exception for empty input no longer get one.

## Next
- Nothing.
`;
writeFileSync(join(folder, 'report.md'), report);
const most = more.includes('claims');
const usage = most
  ? [{ model: 'm', input_tokens: 990_000, cost_usd: 25 }]
  : [{ model: 'm', input_tokens: 10, output_tokens: '20', cost_usd: 0.5 }];
giveBack({ status: 'ok', tests: tests ? [`${CHECK} => pass`] : ['n/a'], summary, usage });
