// Whether a file has the form of the protocol: for who writes an executor. No repository is needed, and what
// stands in the file is not believed for being well formed.

import { resolve } from 'node:path';
import { codeOf } from '../../files/file-failure.ts';
import { readBytes } from '../../files/reading.ts';
import type { Problem } from '../../model/failure.ts';
import { PROTOCOL_VERSION } from '../../model/protocol/vocabulary.ts';
import { renderProblem } from '../../words/render-problem.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';

/** More than any order or result has. */
const MAX_BYTES = 1024 * 1024;

export type Checked =
  | Readonly<{ ok: true; text: string; value: object; notes: readonly Problem[] }>
  | Readonly<{ ok: false; problems: readonly Problem[] }>;

export function validateFile(
  path: string | undefined,
  how: string,
  check: (text: string, file: string) => Checked,
): Outcome {
  if (path === undefined) return misused('Which file?', `Type: ${how}`);
  const read = readSmall(path);
  if (typeof read !== 'string') return failed({ kind: 'bad-file', problems: [read] });
  const checked = check(read, path);
  if (!checked.ok) return failed({ kind: 'bad-file', problems: checked.problems });
  const notes = checked.notes.map(renderProblem);
  const json = { version: PROTOCOL_VERSION, ...checked.value, notes: checked.notes };
  return done([checked.text, ...notes].join('\n'), json);
}

export function readSmall(path: string): string | Problem {
  const whole = (message: string): Problem => ({ file: path, line: 1, column: 1, message });
  try {
    const bytes = readBytes(resolve(path));
    return bytes.length > MAX_BYTES
      ? whole(`The file has ${bytes.length} bytes; more than ${MAX_BYTES} are not read.`)
      : bytes.toString('utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    return whole(code === 'ENOENT' ? 'The file is not there.' : `It cannot be read (${code}).`);
  }
}
