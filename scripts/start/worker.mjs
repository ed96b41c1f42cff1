// The executor of `npm start -- --example overnight` and `team`: three pieces of work, each a few lines without a
// model. The second lies about its tests until it is told, the third asks before it does anything, and does what it is
// answered.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** `holds`: a file. It is written when the work is done, which is then given to nobody: its worker is to be killed. */
const [folder = '', holds] = process.argv.slice(2);
const order = JSON.parse(readFileSync(join(folder, 'work_order.json'), 'utf8'));
const CHECK = 'npm test';
const READER = 'src/reader.js';
const WRITER = 'src/writer.js';

const read = (file) => readFileSync(join(order.repo_dir, file), 'utf8');

/** Once: an earlier run may have done it. */
function change(file, before, after) {
  const text = read(file);
  if (!text.includes(after)) writeFileSync(join(order.repo_dir, file), text.replace(before, after));
}

function addTest(file, title, body) {
  const text = read(file);
  if (text.includes(title)) return;
  writeFileSync(join(order.repo_dir, file), `${text}\ntest('${title}', () => {\n${body}\n});\n`);
}

/** `src/a.js:12 "…"` of the first line with these words. */
function at(file, words) {
  const lines = read(file).split('\n');
  const line = lines.findIndex((text) => text.includes(words));
  return `${file}:${line + 1} "${lines[line].trim()}"`;
}

const WORK = {
  mistyped() {
    change(
      READER,
      '    settings[name.trim()] = value.trim();',
      '    if (/\\s/.test(part)) throw new SyntaxError(part);\n    settings[name] = value;',
    );
    addTest(
      'test/reader.test.js',
      'refuses what was mistyped',
      "  assert.throws(() => readSettings('host = db'), SyntaxError);",
    );
    return [at(READER, 'throw new SyntaxError'), at('test/reader.test.js', 'refuses what')];
  },
  space() {
    change(WRITER, "join(';')", "join('; ')");
    addTest(
      'test/writer.test.js',
      'writes a space behind each semicolon',
      "  assert.equal(writeSettings({ host: 'db', port: '5432' }), 'host=db; port=5432');",
    );
    // Nobody reads such a line any more, which its tests would say; until it is told, it says that they pass.
    if (order.findings.length > 0) change(READER, "line.split(';')", 'line.split(/; ?/)');
    return [at(WRITER, "join('; ')"), at('test/writer.test.js', 'a space behind')];
  },
  value() {
    const { before, after, title, test } = meant() === 'kept' ? KEPT : LEFT_OUT;
    change(WRITER, before, after);
    addTest('test/writer.test.js', title, test);
    return [at(WRITER, after), at('test/writer.test.js', title)];
  },
};

const LEFT_OUT = {
  before: 'Object.entries(settings)',
  after: "Object.entries(settings).filter(([, value]) => value !== '')",
  title: 'leaves out a name without a value',
  test: "  assert.equal(writeSettings({ host: 'db', port: '' }), 'host=db');",
};

/** An empty value is kept as it is; one that is missing was written as its name in JavaScript. */
const KEPT = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of the program that is changed.
  before: '=${value}`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the same.
  after: "=${value ?? ''}`",
  title: 'keeps a name that has no value',
  test: "  assert.equal(writeSettings({ port: undefined }), 'port=');",
};

/** Undefined: nobody answered yet, or with words that say neither. */
function meant() {
  const answer = order.answers.join('\n');
  if (/\b(?:keep|kept|stay)|name=|保留/i.test(answer)) return 'kept';
  return /\b(?:left|leave|drop|omit|out)\b|省|去掉|不写/i.test(answer) ? 'left out' : undefined;
}

async function untilAlone(parent) {
  writeFileSync(holds, String(process.pid));
  while (isAlive(parent)) await delay(100);
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function giveBack(result) {
  const { issue_ref, run_id } = order;
  const whole = { issue_ref, run_id, changes: {}, tests: ['n/a'], ...result };
  writeFileSync(join(folder, 'work_result.json'), JSON.stringify(whole));
}

const { ppid } = process;
const name = Object.keys(WORK).find((word) => order.goal.request.includes(word));
if (name === undefined || (name === 'value' && meant() === undefined)) {
  giveBack({
    status: 'blocked',
    summary: 'It could mean two things.',
    questions: ['Is a name with an empty value left out, or kept as name=?'],
  });
} else {
  const references = WORK[name]();
  if (holds !== undefined) {
    await untilAlone(ppid);
    process.exit();
  }
  spawnSync('npm', ['test'], { cwd: order.repo_dir, stdio: 'ignore' });
  const summary = `Did it: ${order.goal.request}.`;
  const report = `## Summary
${summary}

## Steps
Changed it, and ran the tests.

## Evidence
- Repro:
  - command: \`${CHECK}\`
  - result: pass
- References:
${references.map((one) => `  - ${one}`).join('\n')}

## Risks
- None known.

## Next
- Nothing.
`;
  writeFileSync(join(folder, 'report.md'), report);
  giveBack({ status: 'ok', tests: [`${CHECK} => pass`], summary });
}
