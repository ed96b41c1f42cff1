// A third language is a catalogue more. Here one is made of the keys alone: each sentence is its number and the values
// it names, so that whatever else is read comes from another language, or from a decision that stands in one.

import { describe, expect, test } from 'vitest';
import { ENGLISH as ENGLISH_PHRASES } from '../../runtime/hosts/claude-code/session/english.ts';
import { phrasesOf } from '../../runtime/hosts/claude-code/session/say.ts';
import { escalationReason } from '../../runtime/kernel/escalations/which.ts';
import { progressOf } from '../../runtime/kernel/state/queries.ts';
import type { AskedPacket } from '../../runtime/model/facts/escalation.ts';
import type { Beside, Fault } from '../../runtime/model/proof.ts';
import type { Reason } from '../../runtime/model/reason.ts';
import { waitKind, waysOn } from '../../runtime/model/wait-of.ts';
import { doesOf, WAYS, type WayName } from '../../runtime/model/ways.ts';
import { ENGLISH_END } from '../../runtime/words/english-end.ts';
import { ENGLISH_NOTICES } from '../../runtime/words/english-notices.ts';
import { wayIn } from '../../runtime/words/escalation/options.ts';
import { pageOf } from '../../runtime/words/escalation/page.ts';
import { ENGLISH_PAGE } from '../../runtime/words/escalation/page-words.ts';
import { endTexts } from '../../runtime/words/fault.ts';
import { CHINESE_PAGE } from '../../runtime/words/languages/chinese-page.ts';
import { noticeText } from '../../runtime/words/notice.ts';
import { ENGLISH, reasonText } from '../../runtime/words/reason.ts';
import { acceptGoalText, nextText, pausedNext, waitsText } from '../../runtime/words/waiting.ts';
import { EVERY_REASON, NODE_WAITS } from './every-reason.ts';
import { begin } from './plan.ts';

const HAN = /\p{Script=Han}/u;

/** The same shape of sentences that are numbers; `used`: those that were said. */
class Keys {
  readonly names: string[] = [];
  readonly used = new Set<string>();

  of<Words>(words: Words, path = ''): Words {
    if (words === null || typeof words !== 'object') return this.sentence(words, path) as Words;
    if (Array.isArray(words)) return words.map((one) => this.of(one, path)) as Words;
    const entries = Object.entries(words).map(([key, one]) => [
      key,
      this.of(one, `${path}.${key}`),
    ]);
    return Object.fromEntries(entries);
  }

  private sentence(words: unknown, path: string): unknown {
    const at = this.names.push(path) - 1;
    const say = (...values: unknown[]): string => {
      this.used.add(path);
      return `<${at}>${values.flatMap(textsOf).join('|')}`;
    };
    if (typeof words !== 'function') return `<${at}>`;
    if (!path.includes('.ways.')) return say;
    return (...values: unknown[]) => [say(...values), '', ''];
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

/** What is left where numbers, names, commands and what agents wrote is taken out. */
function ofNoLanguage(text: string): string {
  return text
    .replaceAll(/^---$[\s\S]*?^---$|^## (?:Options|Answer|Outcome)$/gm, '')
    .replaceAll(
      /\/wukong_resume|wukong (?:goal (?:cancel|set)|trust|rollback|show|graph|evidence|accept|resume|run)|git apply/g,
      '',
    )
    .replaceAll(/--\w+|npm test|command fixer|a b\.js|\w+ is not set|(?:JWT|API)_\w+/g, '');
}

function expectNoOther(text: string): void {
  expect(text).not.toMatch(HAN);
  expect(/[a-z]{2,},? [a-z]{2,}/i.exec(ofNoLanguage(text))?.[0]).toBeUndefined();
}

const PACKET: Omit<AskedPacket, 'because'> = {
  goal: '7',
  asked: [],
  outside: ['a.js'],
  attempts: [
    { run: 'r', summary: '', changed: ['b.js'], because: { kind: 'no-report' }, level: 'L1' },
  ],
  passing: ['unit'],
  failing: ['lint'],
  artifacts: ['artifacts/r/report.md'],
  runs_left: 2,
  budget_left: { usd: 1 },
  in_doubt: ['x'],
};

const EVERY_FAULT: readonly Fault[] = [
  { kind: 'shown', check: '7' },
  { kind: 'shown', check: '7', limit: '8' },
  { kind: 'not-shown', why: '8', accepted: null },
  { kind: 'not-shown', why: '8', accepted: { by: '9', why: '7' } },
  { kind: 'nothing-changed' },
  { kind: 'not-asked', template: '7' },
  { kind: 'not-asked', template: '7', why: '8' },
  { kind: 'same', check: '7' },
  { kind: 'same', check: '7', cases: 2 },
  { kind: 'same', check: '7', broken: 1, gone: 2, named: ['8'] },
  { kind: 'documentation', files: ['a.js'] },
];

const BESIDE: Beside = {
  named: ['a.js:1 7'],
  accepted: [{ what: 'foreign', by: '7', why: 'a.js' }],
  gone: ['b.js'],
  flaky: ['8'],
  unseen: 2,
  others: [{ gate: '7', outcome: 'fail' }],
  own: {
    template: '7',
    replaces: true,
    less: { proof: true, audit: true, level: true, checks: ['8'] },
  },
};

describe('a language that is made of the keys of sentences', () => {
  const keys = new Keys();
  const third = keys.of(ENGLISH);
  const ends = new Keys();
  const notices = { ...new Keys().of(ENGLISH_NOTICES), end: ends.of(ENGLISH_END), reasons: third };
  const page = { ...new Keys().of(ENGLISH_PAGE), reasons: third };

  test.each(EVERY_REASON)('says all of $kind, and nothing of another one comes out', (because) => {
    expectNoOther(reasonText(because, third));
    expect(reasonText(because, third)).toMatch(/^<\d+>/);
    for (const audience of ['session', 'shell'] as const) {
      for (const asked of [undefined, 'ESC-0001']) {
        expectNoOther(pausedNext('G-0001', because, asked, audience, third));
      }
      expectNoOther(acceptGoalText('G-0001', audience, because, third));
    }
    for (const kind of ['goal-waits', 'goal-parked'] as const) {
      expectNoOther(noticeText({ kind, goal: 'G-0001', because }, notices));
    }
    for (const node of [null, 'N-020']) {
      const packet = { ...PACKET, because };
      const reason = escalationReason(because, { asked: [], findings: [] }) ?? 'ambiguous';
      const payload = { id: 'ESC-0001', reason, urgency: 'high', packet } as const;
      expectNoOther(pageOf({ goal: 'G-0001', node, at: '', payload }, page));
    }
  });

  test.each(NODE_WAITS)('says what to type for a node that waits for $kind', (because) => {
    const asks = { asked: ['x'], more: 2, in_doubt: ['x'], outside: ['a.js', 'b.js'] };
    const waiting = { goal: 'G-0001', node: 'N-020', because, ...asks };
    expectNoOther(waitsText(waiting, third));
    for (const audience of ['session', 'shell'] as const) {
      expectNoOther(nextText(waiting, audience, undefined, third));
    }
    const notice = { kind: 'node-waits', blocked: waitKind(because), ...waiting } as const;
    expectNoOther(noticeText({ ...notice, why: '7' }, notices));
  });

  test('says where a goal stands, whatever its nodes wait for', () => {
    const words = { ...new Keys().of(ENGLISH_PHRASES), notices };
    const phrases = phrasesOf(words);
    for (const because of NODE_WAITS) {
      const { goal } = begin();
      goal.title = '7';
      goal.specs = goal.specs.map((spec) => ({ ...spec, title: '8' }));
      const [first] = goal.specs;
      const node = first && goal.nodes[first.id];
      if (!first || !node) throw new Error('it has no node');
      const kind = waitKind(because);
      goal.nodes[first.id] = { ...progressOf(node), status: 'blocked', kind, because };
      expectNoOther(phrases.openGoals([goal]));
      expectNoOther(phrases.refused({ kind: 'not-asked', goal, accept: { what: 'unproven' } }));
    }
  });

  test('says what a goal came to, and nothing of another one comes out', () => {
    for (const fault of EVERY_FAULT) expectNoOther(endTexts(fault, BESIDE, notices.end).join(' '));
    expectNoOther(endTexts(EVERY_FAULT[0], undefined, notices.end).join(' '));
    const unsaid = ends.names.filter((path) => /^\.(?!unshown|space)/.test(path));
    expect(unsaid.filter((path) => !ends.used.has(path) && isSaid(ENGLISH_END, path))).toEqual([]);
  });

  test('has no sentence that nothing says', () => {
    const of = (path: string) =>
      /^\.(?:causes|(?:waits|pauses)\.(?:reasons|next|offers|tried|more))/.test(path);
    const sentences = keys.names.filter((path) => of(path) && isSaid(ENGLISH, path));
    expect(sentences.filter((path) => !keys.used.has(path))).toEqual([]);
  });
});

/** Not a part of a sentence that is put into others. */
function isSaid(words: unknown, path: string): boolean {
  return typeof at(words, path) === 'function';
}

function at(words: unknown, path: string): unknown {
  return path
    .slice(1)
    .split('.')
    .reduce<unknown>((found, key) => Object(found)[key], words);
}

test('every way there is has words in each language, and something that follows from it', () => {
  const names = Object.keys(WAYS) as WayName[];
  for (const name of names.filter((one) => one !== 'found')) {
    const because: Reason = { kind: 'questions', questions: ['7'] };
    const where = { goal: 'G-0001', node: 'N-020' };
    const does = doesOf(name, { ...where, because });
    const option = { option: 'A', name, does, estimated_effort: 'S' } as const;
    const about = { ...where, reason: 'ambiguous', packet: { ...PACKET, because } } as const;
    expect(wayIn(ENGLISH_PAGE.ways, option, about).description, name).not.toMatch(HAN);
    const { description, pros, cons } = wayIn(CHINESE_PAGE.ways, option, about);
    for (const text of [description, ...pros, ...cons]) expect(text, name).toMatch(HAN);
  }
});

test('no way is there that no reason leads to', () => {
  const led = new Set(
    EVERY_REASON.flatMap((because) =>
      [true, false].flatMap((ofGoal) =>
        (['found', 'isLeave', 'isSecret', 'none'] as const).flatMap((which) => [
          ...waysOn(because, {
            ofGoal,
            found: which === 'found',
            isLeave: which === 'isLeave',
            isSecret: which === 'isSecret',
            hasWork: true,
          }),
        ]),
      ),
    ),
  );
  expect(Object.keys(WAYS).filter((name) => !led.has(name as WayName))).toEqual([]);
});
