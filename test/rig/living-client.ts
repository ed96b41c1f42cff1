import { spawn } from 'node:child_process';

/** The environment of hooks whose client is a process that lives as long as this one. */
export function livingClient(): Readonly<{ CLAUDE_PID: string }> {
  // The system closes the pipe with this process, however that ends.
  const wait = ['-e', 'process.stdin.resume().on("end", () => process.exit())'];
  const client = spawn(process.execPath, wait, { stdio: ['pipe', 'ignore', 'ignore'] });
  client.unref();
  return { CLAUDE_PID: String(client.pid) };
}
