// npm run check: what can be said without running the program. Every check runs; all faults at once.

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import pc from 'picocolors';

const CHECKS: ReadonlyArray<readonly [name: string, command: string, ...args: string[]]> = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc', '--noEmit', '--project', '.'],
  ['dead code', 'knip'],
  ['schema drift', 'tsx', 'scripts/schemas.ts', '--check'],
  ['size', 'tsx', 'scripts/size.ts'],
  ['package', 'publint', '--strict'],
];

type Outcome = Readonly<{ name: string; code: number | null; output: string; seconds: number }>;

function runCheck([name, command, ...args]: (typeof CHECKS)[number]): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    // npm puts node_modules/.bin on PATH; .cmd files of Windows need a shell.
    const child = spawn(command, args, { shell: process.platform === 'win32' });
    let output = '';
    const end = (code: number | null): void => {
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      resolve({ name, code, output, seconds });
    };
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', (error) => {
      output += error.message;
      end(null);
    });
    child.once('close', end);
  });
}

const queue = [...CHECKS];
const outcomes: Outcome[] = [];
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), CHECKS.length) }, async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      outcomes.push(await runCheck(check));
    }
  }),
);
for (const { name, code, output, seconds } of outcomes) {
  const mark = code === 0 ? pc.green('ok') : pc.red('failed');
  process.stdout.write(`${mark}  ${name} (${seconds} s)\n`);
  if (code !== 0 || name === 'size') process.stdout.write(`${output}\n`);
}
process.exitCode = outcomes.every((outcome) => outcome.code === 0) ? 0 : 1;
