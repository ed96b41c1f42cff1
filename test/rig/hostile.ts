// A repository that somebody else made, with all of Wukong in it: a running goal, gates, templates,
// agents, configuration.

import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './repository.ts';
import type { Rig } from './rig.ts';

/** The one its goal runs in: what is said in a session of this name concerns the goal. */
export const HOSTILE_SESSION = '11111111-1111-4111-8111-111111111111';

/** Every gate there would leave this file. */
export function trap(rig: Rig): string {
  return join(rig.root, 'sprung');
}

/**
 * Makes the rig's repository the attacker's, whose goal runs with an agent at work, puts everything
 * into git, and clones it.
 */
export async function hostileClone(rig: Rig): Promise<string> {
  const touch = ['node', '-e', `require('fs').writeFileSync(${JSON.stringify(trap(rig))}, 'x')`];
  const gate = `{ type: test, name: sprung, command: ${JSON.stringify(touch)} }`;
  rig.write('.wukong/config.yaml', `gates:\n  - ${gate}\nallow_dispatch: true\n`);
  rig.write('.wukong/config.local.yaml', 'allow_dispatch: true\nrecord: off\n');
  const node = `  - { id: N-001, title: Work, role: eye, verification_plan: { deterministic: [${gate}] } }`;
  rig.write(
    '.wukong/templates/fix.yaml',
    `name: fix\nversion: 9\ndescription: x\nsuccess_criteria: [x]\nnodes:\n${node}\n`,
  );
  await startWork(rig);
  rmSync(join(rig.repo, '.wukong/.gitignore'));
  await rig.git('add', '--all', '--force');
  await rig.git('commit', '--quiet', '--message', 'Everything');
  const clone = join(rig.root, 'clone');
  await git(rig.root, 'clone', '--quiet', rig.repo, clone);
  for (const name of ['events.jsonl', 'state.json', 'runtime/hook.cjs']) {
    if (!existsSync(join(clone, '.wukong', name))) throw new Error(`the clone has no ${name}`);
  }
  return clone;
}

async function startWork(rig: Rig): Promise<void> {
  const session_id = HOSTILE_SESSION;
  await rig.hook('UserPromptSubmit', { session_id, prompt: '/wukong_fix it', prompt_id: 'p1' });
  const tool_input = { description: 'd', prompt: 'go', subagent_type: 'eye' };
  const call = { session_id, tool_name: 'Agent', tool_use_id: 'toolu_1', tool_input };
  await rig.hook('PreToolUse', call);
  const tool_response = { isAsync: true, status: 'async_launched', agentId: 'a1' };
  await rig.hook('PostToolUse', { ...call, tool_response });
  const started = rig.events().some(({ type }) => type === 'run.started');
  if (!started) throw new Error('the hostile goal does not run');
}

/**
 * Every file and folder with the hash of its bytes. Of `.git`, which git and the client touch as they
 * like, only what would be ours.
 */
export function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/\.git\/(?!wukong)/.test(path))
    .map((path) => (lstatSync(path).isFile() ? `${path} ${sha256(path)}` : path))
    .sort();
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
