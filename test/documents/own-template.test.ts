import { expect, test } from 'vitest';
import { lessThan } from '../../runtime/documents/own-template.ts';
import type { OwnTemplate } from '../../runtime/model/proof.ts';
import { ownTemplateText } from '../../runtime/words/fault.ts';
import { CHINESE_END } from '../../runtime/words/languages/chinese-fault.ts';
import { node } from '../kernel/plan.ts';

const TESTS = {
  type: 'test' as const,
  name: 'tests',
  command: ['npm', 'test'],
  mustPass: true,
  expect_exit: 0,
  timeout_sec: 60,
};
const L2 = { quality: { evidence_level_required: 'L2' as const, checklist: [] } };
const CHECKED = { verification_plan: { deterministic: [TESTS] } };
const SHIPPED = {
  proof: 'red_green' as const,
  nodes: [node('N-010', 'body', { ...L2, ...CHECKED }), node('N-020', 'nose')],
};

type Own = Partial<Parameters<typeof lessThan>[0]>;

test.each<[string, Own, OwnTemplate['less']]>([
  ['the same', {}, undefined],
  ['no proof', { proof: 'none' }, { proof: true }],
  ['the same cases instead', { proof: 'same' }, { proof: true }],
  ['no nose', { nodes: SHIPPED.nodes.slice(0, 1) }, { audit: true }],
  [
    'a lower level, and no gate',
    { nodes: [node('N-010', 'body'), node('N-020', 'nose')] },
    { level: true, checks: ['tests'] },
  ],
  [
    'a gate that need not pass',
    {
      nodes: [
        node('N-010', 'body', {
          ...L2,
          verification_plan: { deterministic: [{ ...TESTS, mustPass: false }] },
        }),
        node('N-020', 'nose'),
      ],
    },
    { checks: ['tests'] },
  ],
])('names what the shipped one asks for and it does not: %s', (_, own, less) => {
  expect(lessThan({ ...SHIPPED, ...own }, SHIPPED)).toEqual(less);
});

test('what it does not ask for is said in both languages', () => {
  const less = { proof: true, audit: true, level: true, checks: ['tests'] } as const;
  const own = { template: 'fix', replaces: true, less: { ...less, checks: ['tests'] } };
  expect(ownTemplateText(own)).toBe(
    'The template is .wukong/templates/fix.yaml, which takes the place of the shipped "fix" and asks for less: no check has to fail before the change, nobody audits it, its levels are lower, without tests.',
  );
  expect(ownTemplateText(own, CHINESE_END)).toBe(
    '所用模板 .wukong/templates/fix.yaml 代替了自带的“fix”，要求更少：不要求有检查在改动之前失败，没有审查，要求的等级更低，少了 tests。',
  );
  expect(ownTemplateText({ template: 'mini', replaces: false, less: { proof: true } })).toBe(
    'The template is .wukong/templates/mini.yaml of this repository: no check has to fail before the change.',
  );
});
