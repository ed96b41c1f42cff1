import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { ROLES, type Role } from '../../scripts/model/call.ts';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { requireClient } from '../rig/client.ts';
import { installRecordingHooks, recordedIn } from '../rig/recording.ts';
import { Rig } from '../rig/rig.ts';

const client = await requireClient();

const TOOLS: Readonly<Record<Role, string>> = {
  ear: 'Read, Grep, Glob',
  eye: 'Read, Grep, Glob',
  nose: 'Read, Grep, Glob',
  tongue: 'Read, Edit, Write, Bash',
  body: 'Read, Edit, Write, Bash',
  mind: 'Read, Grep, Glob, Write',
};

function agentFile(role: Role): string {
  return `---\nname: ${role}\ndescription: The ${role}.\ntools: ${TOOLS[role]}\n---\nWukong role: ${role}\n`;
}

/** As the runtime does it: the offer after the prompt, and the next one at each wake-up. */
function offer(...lines: readonly string[]): unknown {
  const additionalContext = ['Ready now:', ...lines].join('\n');
  return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext } };
}

test.skipIf(client === undefined)(
  'the scripted agents fix the decoder with the real tools and quote lines that are there',
  { timeout: 60_000 },
  async () => {
    await using rig = await Rig.create({ install: false });
    installRecordingHooks(rig.repo, {
      UserPromptSubmit: [
        offer('- N-010 ear: Say what must hold'),
        offer('- N-020 eye: Locate the fault'),
        offer('- N-030 body: Fix it'),
        offer('- N-040 tongue: Hold it with tests', '- N-050 nose: Review it'),
        {},
        offer('- N-060 mind: Sum up'),
      ],
    });
    const agents = join(rig.repo, '.claude', 'agents');
    mkdirSync(agents, { recursive: true });
    for (const role of ROLES) writeFileSync(join(agents, `${role}.md`), agentFile(role));
    const model = await rig.model(fixDecoder());

    const end = await (await rig.headless('the decoder crashes on empty input')).done;

    expect(end).toMatchObject({ code: 0, timedOut: false });
    expect(model.faults).toEqual([]);
    const reports = recordedIn(rig.repo).filter(
      (event) => event.hook_event_name === 'SubagentStop',
    );
    expect(reports.map((event) => event.agent_type).sort()).toEqual([...ROLES].sort());
    for (const { agent_type, last_assistant_message } of reports) {
      const report = String(last_assistant_message);
      expect(report).toContain('\nStatus: done\n');
      expect(references(report)).not.toEqual([]);
      for (const { file, line, quote } of references(report)) {
        // What eye quoted has moved since: the fix went in above it.
        const text = agent_type === 'eye' ? rig.file(file) : rig.file(file).split('\n')[line - 1];
        expect(text).toContain(quote);
      }
    }
    const tested = await run('npm', ['test'], {
      cwd: rig.repo,
      env: { ...systemPaths(), HOME: rig.home },
      timeoutMs: 30_000,
    });
    expect(tested.stdout).toMatch(/^# pass 8$/m);
    expect(tested.code).toBe(0);
    expect(await rig.git('diff', '--name-only')).toBe('src/decoder.js\ntest/decoder.test.js\n');
  },
);

type Reference = Readonly<{ file: string; line: number; quote: string }>;

function references(report: string): readonly Reference[] {
  return [...report.matchAll(/^ {2}- (\S+):(\d+) "(.*)"$/gm)].map(([, file, line, quote]) => ({
    file: file ?? '',
    line: Number(line),
    quote: quote ?? '',
  }));
}
