// Files that others may have put there are read by `runtime/files/reading.ts`, and words leave a command by
// `runtime/cli/frame/output.ts`. Whoever forgets it is found here.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../rig/repository.ts';

const RUNTIME = join(PROJECT, 'runtime');
const SOURCES = readdirSync(RUNTIME, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replaceAll('\\', '/'))
  .map((name) => ({ name, text: readFileSync(join(RUNTIME, name), 'utf8') }));

function using(what: RegExp, except: readonly string[]): string[] {
  return SOURCES.filter(({ name, text }) => what.test(text) && !except.includes(name))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('files/'));
}

test('runtime/ reads a file with functions of Node only where what may be no file is refused', () => {
  const reads = /^(?!\s*["'*/]).*\b(?:readFileSync|openSync|createReadStream|readFile)\(/m;
  const except = [
    // Standard input, which the client writes.
    'hooks/launch.ts',
    'cli/statusline/statusline.ts',
    // What the kernel shows of processes and mounts.
    'workspace/processes.ts',
    'workspace/host-name.ts',
    'executors/reaping/marked.ts',
    // A file of their own that they made a moment before, exclusively.
    'log/lock-file.ts',
    'log/create-log.ts',
    'evidence/gates/gate-output.ts',
    'evidence/trees/looks.ts',
    // A folder, which is opened as one.
    'step/append-one.ts',
    // Without waiting and with a look at the descriptor, as the reader does, and with a reason of its own for each refusal.
    'executors/folder/collect-result.ts',
    'evidence/gates/output-files.ts',
    // To append to its own copy, in the git directory.
    'log/second-copy.ts',
    // As text: a reporter, which a runner loads.
    'proof/in-node.ts',
  ];
  expect(using(reads, except)).toEqual([]);
});

test('runtime/cli writes to a terminal or a pipe by one writer', () => {
  const writes = /process\.std(?:out|err)\.write\(|console\.\w+\(/;
  const except = [
    'cli/frame/output.ts',
    // Before anything is loaded: Node may be too old for the rest.
    'cli/bin.ts',
  ];
  expect(using(writes, except).filter((name) => name.startsWith('cli/'))).toEqual([]);
});
