import { isObject } from '../../../files/parse-json.ts';
import { GUARD_IF_THERE, HOOK_SCRIPT } from '../settings/registration.ts';
import { readFrontMatter } from './front-matter.ts';

const LAUNCHER = `\${CLAUDE_PROJECT_DIR}/${HOOK_SCRIPT}`;

/** What starts the guard: as this version writes it, and as 0.1.0 did. */
const STARTS: readonly string[] = [
  ['-e', GUARD_IF_THERE, LAUNCHER, 'guard'],
  [LAUNCHER, 'guard'],
].map((args) => JSON.stringify(args));

/**
 * Whether an agent file has the guard, for every tool, so that it fails closed; without it nothing would
 * hold its agent. One that only looks like it, and starts something else, is none.
 */
export function isGuarded(text: string): boolean {
  const head = readFrontMatter(text);
  const hooks = head.ok ? asMap(head.values.hooks).PreToolUse : undefined;
  return listOf(hooks).some((group) => {
    const { matcher, hooks: started } = asMap(group);
    return matcher === '*' && listOf(started).some(isGuard);
  });
}

function isGuard(entry: unknown): boolean {
  const { type, command, args, onFailure } = asMap(entry);
  const isStart = STARTS.includes(JSON.stringify(args));
  return type === 'command' && command === 'node' && isStart && onFailure === 'block';
}

function asMap(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
