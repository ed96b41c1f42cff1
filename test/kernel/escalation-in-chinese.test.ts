// The file a person answers in, for a request in Chinese: the same file in their words.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AskedPacket } from '../../runtime/model/facts/escalation.ts';
import type { Reason } from '../../runtime/model/reason.ts';
import type { EscalationReason } from '../../runtime/model/vocabulary.ts';
import { writeAsked } from '../../runtime/step/asked-files.ts';
import { fileAnswer } from '../../runtime/words/escalation/answer.ts';
import { optionsOf, wayIn } from '../../runtime/words/escalation/options.ts';
import { askedIn, type Opened } from '../../runtime/words/escalation/page.ts';
import { CHINESE_PAGE } from '../../runtime/words/languages/chinese-page.ts';
import { closedPageIn, pageIn } from '../../runtime/words/languages/page-in.ts';
import { reasonText } from '../../runtime/words/reason.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { writeTrust } from '../../runtime/workspace/trust.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { mustCall, pass, report } from './drive.ts';
import { begin } from './plan.ts';

const AT = '2026-11-23T10:00:00.000Z';

const PACKET: AskedPacket = {
  goal: '空输入时解码器崩溃',
  node: '修复',
  because: { kind: 'questions', questions: ['出错还是空列表？'] },
  asked: [],
  outside: ['src/a.js'],
  attempts: [
    {
      run: '2026-11-23-eye-0001',
      summary: '看过了',
      changed: ['src/b.js'],
      because: { kind: 'agent-error' },
      level: 'L1',
    },
  ],
  passing: [],
  failing: ['unit'],
  artifacts: ['artifacts/S-1/N-010/r/report.md'],
  runs_left: 2,
  budget_left: { tokens: 100 },
  in_doubt: ['npm publish'],
  language: 'zh',
};

function opened(more: Partial<AskedPacket> = {}, reason: EscalationReason = 'ambiguous'): Opened {
  const packet = { ...PACKET, ...more };
  const payload = { id: 'ESC-0001', reason, urgency: 'medium', packet } as const;
  return { goal: 'G-0001', node: 'N-010', at: AT, payload };
}

/** What is left where names, ids, paths, commands and what programs look for is taken out. */
function ownWords(page: string): string {
  return page
    .replace(/^---[\s\S]*?^---$/m, '')
    .replaceAll(/^## (?:Options|Answer|Outcome)$/gm, '')
    .replaceAll(/`[^`]*`|- \[ \] (?:Done|[ABC]):|（Options）| Done |\S*src\/\S*|Claude Code/g, '')
    .replaceAll(/\d{4}-\d\d-\d\d\S*|\b(?:ESC|G|N)-\d+(?:\/N-\d+)?|\bL\d\b|\b[SML]$/gm, '');
}

test.each([
  [true, 'type /wukong:resume in'],
  [false, 'type /wukong_resume in'],
])(
  'a question of a clone, set up by the plugin: %s, has the commands that work there',
  (plugin, typed) => {
    using made = temporaryWorkspace();
    writeTrust(made.ws, { version: 1, log_id: 'L-1', approvals: [], ...(plugin && { plugin }) });
    const { goal, at, payload } = opened({ language: undefined });
    const about = { event_id: 'E-000001', timestamp: at, goal_id: goal ?? '', node_id: 'N-010' };
    const line = { v: 2, left: 0, prev: '00000000', crc: '00000000' };
    writeAsked(made.ws, [{ ...line, ...about, type: 'escalation.opened', payload }]);
    const page = readFileSync(files.escalation(made.ws, 'ESC-0001'), 'utf8');
    expect(page).toContain(typed);
    expect(fileAnswer(page).ok).toBe(true);
  },
);

describe('the file of a question that was asked in Chinese', () => {
  test('is in Chinese, but for what programs look for', () => {
    const page = pageIn(opened());
    for (const part of ['# ESC-0001：G-0001/N-010 在等你', '## 问题', '## 根本原因', '## Answer']) {
      expect(page).toContain(part);
    }
    expect(page).toContain('> src/a.js 是你改的吗？');
    expect(ownWords(page)).not.toMatch(/[a-z]{3,} [a-z]{2,}/i);
  });

  test('is read as the English one is, and says in Chinese what came of it', () => {
    const page = pageIn(opened())
      .replace('- [ ] B', '- [x] B')
      .replace('- [ ] Done', '空列表。\n\n- [x] Done');
    expect(fileAnswer(page)).toMatchObject({
      value: { said: { choice: 'B', words: '空列表。' }, done: true },
    });
    const closed = { id: 'ESC-0001', how: 'answered', by: 'u@h' } as const;
    const over = closedPageIn(page, closed, AT);
    expect(over).toContain(`## Outcome\n\n已答复（\`u@h\`），${AT}。`);
    expect(over).toContain('status: resolved');
    expect(fileAnswer(over)).toMatchObject({ value: { said: { words: '空列表。' } } });
  });

  test('is chosen as the session chooses its language, by the request', () => {
    const { step, goal } = begin();
    goal.language = 'zh';
    for (const role of ['ear', 'eye'] as const) pass(step, role);
    const run = mustCall(step, 'body');
    report(step, run, { status: 'blocked', passes: false, questions: ['which one?'] });
    const asked = step.facts.findLast((fact) => fact.type === 'escalation.opened');
    expect(asked?.payload).toMatchObject({ packet: { language: 'zh' } });
  });

  test('a gate that ran out of time says in Chinese after how long', () => {
    const error = 'it did not end within 300 s';
    const because = { kind: 'gate-stuck', gate: 'unit', how: 'timeout', error, dir: 'd' } as const;
    const text = reasonText(because, CHINESE_PAGE.reasons);
    expect(text).toBe('门禁“unit”再次超时：300 秒内没有结束。输出在 .wukong/d');
  });

  const last = { kind: 'no-report' } as const;
  test.each([
    [PACKET.because, 'ambiguous'],
    [{ kind: 'questions', questions: ['JWT_SECRET?'] }, 'missing_credential'],
    [{ kind: 'rejected', findings: ['no'], summary: 'no' }, 'ambiguous'],
    [{ kind: 'fault-not-shown', why: 'x' }, 'ambiguous'],
    [{ kind: 'fault-not-shown', why: 'x, in doubt: src/a.js' }, 'ambiguous'],
    [{ kind: 'no-change' }, 'ambiguous'],
    [{ kind: 'criteria-open', open: [{ number: 2, text: 'x', why: 'y' }] }, 'ambiguous'],
    [{ kind: 'tests-changed', why: 'x' }, 'approval_required'],
    [{ kind: 'gate-stuck', gate: 'unit', how: 'timeout', error: 'x', dir: 'd' }, 'stuck'],
    [{ kind: 'denied', what: 'a', rule: 'b', said: 'c', questions: [] }, 'approval_required'],
    [{ kind: 'work-gone', files: [], total: 0 }, 'ambiguous'],
    [{ kind: 'runs-used-up', runs: 3, last }, 'stuck'],
    [{ kind: 'final-gate-unfixable' }, 'stuck'],
    [{ kind: 'last-nodes-skipped', nodes: ['N-1'] }, 'stuck'],
    [{ kind: 'settings-changed', what: ['x'] }, 'approval_required'],
    [{ kind: 'deadline-passed', deadline: AT }, 'deadline_passed'],
    [{ kind: 'budget-exceeded', what: 'usd', limit: 1, spent: 2 }, 'budget_exceeded'],
    [{ kind: 'context-pack-missing', node: 'N-010', files: ['x'] }, 'context_pack_missing'],
  ] satisfies ReadonlyArray<readonly [Reason, EscalationReason]>)(
    'has every way on of %j in Chinese, with its command',
    (because, reason) => {
      const asked = askedIn(opened({ because }, reason));
      for (const option of optionsOf(asked)) {
        const { description, pros, cons } = wayIn(CHINESE_PAGE.ways, option, asked);
        for (const text of [description, ...pros, ...cons]) expect(text).toMatch(/\p{Script=Han}/u);
        if (option.does.kind === 'type') expect(description).toContain(option.does.command);
      }
    },
  );
});
