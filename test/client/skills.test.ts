// The skills as the real client finds them: in its list, and with their text when the model asks.

import { describe, expect, test } from 'vitest';
import { pastCalls, textSince } from '../../scripts/model/conversation.ts';
import { requireClient } from '../rig/client.ts';
import { Rig } from '../rig/rig.ts';

const client = await requireClient();
const SKILLS = ['evidence', 'anchor_writer', 'taskgraph_tools'];

describe.runIf(client)('the skills of Wukong', () => {
  test('are in the list of the client, and the model that asks for one gets its text', async () => {
    await using rig = await Rig.create();
    let heard = '';
    await rig.model((call) => {
      if (call.who !== 'main') return { text: 'Skills' };
      heard = textSince(call, 0);
      const next = SKILLS[pastCalls(call, 'Skill').length];
      if (next === undefined) return { text: 'Read all three.' };
      return { tools: [{ name: 'Skill', input: { skill: next } }] };
    });
    const ended = await (await rig.headless('Which skills are there?')).done;

    expect(ended.code).toBe(0);
    const init = ended.lines.find((line) => line.type === 'system' && line.subtype === 'init');
    expect(init?.skills).toEqual(expect.arrayContaining(SKILLS));
    for (const name of SKILLS) {
      expect(heard).toContain(`Base directory for this skill: ${rig.repo}/.claude/skills/${name}`);
    }
    expect(heard).toContain('**L2** takes all of this:');
    expect(heard).toContain('Nothing enters `anchors.md` without a person, unless');
    expect(heard).toContain('scripts/validate_taskgraph .wukong/templates/fix.yaml');
  });

  test('are typed by a person as well', async () => {
    await using rig = await Rig.create();
    let heard = '';
    await rig.model((call) => {
      if (call.who === 'main') heard = textSince(call, 0);
      return { text: 'Understood.' };
    });
    const ended = await (await rig.headless('/evidence')).done;
    expect(ended.code).toBe(0);
    expect(heard).toContain('**L2** takes all of this:');
  });
});
