import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLines } from './records.ts';

export type Recorded = Readonly<
  Record<string, unknown> & { hook_event_name: string; tool_name?: string; agent_type?: string }
>;

/**
 * Puts hooks into a repository that write down what they get and answer what they are told. For
 * tests of the client itself, with nothing of Wukong in between.
 */
export function installRecordingHooks(
  repository: string,
  /** An event's answers: the first time it comes it gets the first one, and so on, then none. */
  answers: Readonly<Record<string, readonly unknown[]>> = {},
  events: readonly string[] = EVENTS,
): void {
  const folder = join(repository, '.claude');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'recording-hook.cjs'), HOOK);
  writeFileSync(join(folder, 'recording-answers.json'), JSON.stringify(answers));
  const hook = {
    type: 'command',
    command: 'node',
    args: [`\${CLAUDE_PROJECT_DIR}/.claude/recording-hook.cjs`],
  };
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [hook] }]]));
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ hooks }, null, 2));
}

/** What the hooks got so far, in the order they wrote it down. */
export function recordedIn(repository: string): readonly Recorded[] {
  const file = join(repository, '.claude', 'recorded.jsonl');
  return existsSync(file) ? parseLines<Recorded>(readFileSync(file, 'utf8')) : [];
}

const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SubagentStop',
  'Stop',
  'SessionEnd',
];

const HOOK = `const fs = require('node:fs');
const path = require('node:path');
const payload = JSON.parse(fs.readFileSync(0, 'utf8'));
const event = payload.hook_event_name;
// One write a record: hooks of one session run at the same time.
fs.appendFileSync(path.join(__dirname, 'recorded.jsonl'), JSON.stringify(payload) + '\\n');
const answers = JSON.parse(fs.readFileSync(path.join(__dirname, 'recording-answers.json'), 'utf8'));
for (const [index, answer] of (answers[event] ?? []).entries()) {
  try {
    // Whoever makes the folder has the answer: two hooks at once never give the same one.
    fs.mkdirSync(path.join(__dirname, \`answered-\${event}-\${index}\`));
  } catch {
    continue;
  }
  process.stdout.write(JSON.stringify(answer));
  break;
}
`;
