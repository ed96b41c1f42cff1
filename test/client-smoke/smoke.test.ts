import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasTmux } from '../../scripts/client/terminal.ts';
import { honest } from '../../scripts/model/fix-decoder.ts';
import { composeScript, inTurn, read } from '../../scripts/model/roles.ts';
import { requireClient } from '../rig/client.ts';
import { installRecordingHooks, type Recorded, recordedIn } from '../rig/recording.ts';
import { Rig } from '../rig/rig.ts';

const client = await requireClient();
const tmux = await hasTmux();

const EYE = `---
name: eye
description: Looks and reports.
tools: Read, Grep, Glob
---
Wukong role: eye

You look, and change nothing.
`;

const OFFER = 'Ready now:\n- N-010 eye: Locate the fault';

/** The main agent gets one offer, dispatches it, and the agent reads a file and reports. */
const script = composeScript({
  roles: {
    ...honest,
    eye: inTurn([read('src/decoder.js'), () => ({ text: 'The fault is in decode.' })]),
  },
});

async function recordingRig(): Promise<Rig> {
  const rig = await Rig.create({ install: false, dirName: 'a decoder' });
  installRecordingHooks(rig.repo, {
    UserPromptSubmit: [
      { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: OFFER } },
    ],
  });
  mkdirSync(join(rig.repo, '.claude', 'agents'), { recursive: true });
  writeFileSync(join(rig.repo, '.claude', 'agents', 'eye.md'), EYE);
  return rig;
}

const dispatched = (event: Recorded): boolean =>
  event.hook_event_name === 'PreToolUse' && event.tool_name === 'Agent';
const reported = (event: Recorded): boolean =>
  event.hook_event_name === 'SubagentStop' && event.agent_type === 'eye';
const stopped = (event: Recorded): boolean => event.hook_event_name === 'Stop';

test.skipIf(client === undefined)(
  'the real client, headless, dispatches an offered node to its agent and tells our hooks',
  { timeout: 30_000 },
  async () => {
    await using rig = await recordingRig();
    const model = await rig.model(script);

    const run = await rig.headless('look at the decoder');
    const end = await run.done;

    expect(end).toMatchObject({ code: 0, timedOut: false });
    expect(end.result).toMatchObject({ is_error: false });
    const events = recordedIn(rig.repo);
    expect(events.find(dispatched)).toMatchObject({
      tool_input: { subagent_type: 'eye', prompt: 'Carry out N-010' },
    });
    expect(events.find(reported)).toMatchObject({
      last_assistant_message: 'The fault is in decode.',
    });
    expect(events.some(stopped)).toBe(true);
    expect(model.requests.some(({ call }) => call.who === 'subagent' && call.role === 'eye')).toBe(
      true,
    );
    expect(model.faults).toEqual([]);
    expect(model.refused).toEqual([]);
  },
);

test.skipIf(client === undefined || !tmux)(
  'the real client, in a terminal, dispatches an offered node to its agent and tells our hooks',
  { timeout: 40_000 },
  async () => {
    await using rig = await recordingRig();
    const model = await rig.model(script);

    const terminal = await rig.terminal({ permissionMode: 'acceptEdits' });
    await terminal.waitForScreen(/❯/);
    await terminal.say('look at the decoder');
    await rig.waitUntil(() => {
      const events = recordedIn(rig.repo);
      const report = events.findIndex(reported);
      return report >= 0 && events.slice(report).some(stopped) ? events : undefined;
    });

    const events = recordedIn(rig.repo);
    expect(events.some(dispatched)).toBe(true);
    expect(events.find(reported)).toMatchObject({
      last_assistant_message: 'The fault is in decode.',
    });
    expect(await terminal.waitForScreen(/eye/)).toContain('look at the decoder');
    expect(model.faults).toEqual([]);
  },
);
