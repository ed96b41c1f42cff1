// An executor of the soak of orders: a reader cites the README, a writer adds one file. It takes a moment
// before and after its result, so that it can be killed and frozen there, and writes into a ledger outside
// of the repository what it did: what was really left is known apart from the log.

import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as moment } from 'node:timers/promises';

const [folder, ledger] = process.argv.slice(2);
const order = JSON.parse(readFileSync(join(folder, 'work_order.json'), 'utf8'));
const { run_id: run, role } = order;

// A child that would outlive it by far: whoever ends a run ends this too.
const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3_600_000)'], {
  stdio: 'ignore',
});
tell('began');
// By its run, so that the courses of two runs differ and those of one run do not.
const turn = Number(run.slice(-4));
await moment((turn * 67) % 300);

const line = readFileSync(join(order.repo_dir, 'README.md'), 'utf8').split('\n')[0];
let reference = `README.md:1 "${line}"`;
if (role === 'body') {
  const file = `work/${run}.txt`;
  mkdirSync(join(order.repo_dir, 'work'), { recursive: true });
  writeFileSync(join(order.repo_dir, file), `done by ${run}\n`);
  reference = `${file}:1 "done by ${run}"`;
}
leave(
  'report.md',
  `## Summary
It is done.

## Steps
Did it.

## Evidence
${role === 'body' ? '- Repro:\n  - command: `node check.mjs`\n  - result: pass\n' : ''}- References:
  - ${reference}

## Risks
- None that I know of.

## Next
- Nothing.
`,
);
leave(
  'work_result.json',
  JSON.stringify({
    issue_ref: order.issue_ref,
    run_id: run,
    status: 'ok',
    changes: {},
    tests: role === 'body' ? ['node check.mjs => pass'] : ['n/a'],
    summary: 'It is done.',
  }),
);
tell('left');
await moment((turn * 31) % 200);
child.kill('SIGKILL');

/** Whole or not at all, whenever it is killed. */
function leave(name, text) {
  writeFileSync(join(folder, `.${name}`), text);
  renameSync(join(folder, `.${name}`), join(folder, name));
}

function tell(did) {
  const pids = [process.pid, child.pid];
  appendFileSync(ledger, `${JSON.stringify({ run, did, pids })}\n`);
}
