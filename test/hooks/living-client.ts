import { spawn } from 'node:child_process';
import { afterAll } from 'vitest';

/** The environment of hooks whose client is a process that lives until the tests of the file are over. */
export function livingClient(): Readonly<{ CLAUDE_PID: string }> {
  const wait = ['-e', 'setInterval(() => {}, 1000)'];
  const client = spawn(process.execPath, wait, { stdio: 'ignore' });
  afterAll(() => client.kill('SIGKILL'));
  return { CLAUDE_PID: String(client.pid) };
}
