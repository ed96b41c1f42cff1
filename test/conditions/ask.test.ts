import { describe, expect, test } from 'vitest';
import { askCondition } from '../../runtime/conditions/ask.ts';
import type { Edge } from '../../runtime/model/edge.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { pass } from '../kernel/drive.ts';
import { begin, node, plan } from '../kernel/plan.ts';

function ask(expression: string, goal = done()) {
  const condition: Edge['condition'] = `predicate: ${expression}`;
  return askCondition(goal, { from: 'N-010', to: 'N-020', condition });
}

function done(changed: readonly string[] = ['src/a.js', 'src/b.js']): Goal {
  const nodes = [node('N-010', 'body'), node('N-020', 'nose')];
  const { step, goal } = begin(plan(nodes, [['N-010', 'N-020', 'predicate:true']]));
  pass(step, 'body', { changed, lines: [{ path: 'src/a.js', added: 7, removed: 2 }] });
  return goal;
}

describe('asked of a goal, a condition', () => {
  test('says what it came to, and of what', () => {
    expect(ask('run.lines.added > 5 && "src/a.js" in run.patch_files')).toEqual({
      outcome: true,
      values: { 'run.lines.added': '7', 'run.patch_files': '["src/a.js","src/b.js"]' },
    });
    expect(ask('tree.lines.removed + tree.files.size() != 4')).toMatchObject({ outcome: false });
  });

  test('names what it asks however that is written', () => {
    expect(ask('run . lines // of the last run\n .added > 5')).toEqual({
      outcome: true,
      values: { 'run.lines.added': '7' },
    });
  });

  test('quotes twelve values, each of two hundred characters', () => {
    const many = Array.from({ length: 400 }, (_, i) => `src/${i}.js`);
    const fields = ['id', 'title', 'role'].map((name) => `node.${name} != ""`);
    const others = ['id', 'title', 'request', 'template', 'risk'].map(
      (name) => `goal.${name} != ""`,
    );
    const lists = ['outside', 'warnings', 'patch_files'].map((name) => `size(run.${name}) >= 0`);
    const more = ['passed', 'failed', 'unavailable'].map((name) => `size(gates.${name}) >= 0`);
    const { values } = ask([...lists, ...fields, ...others, ...more].join(' && '), done(many));
    expect(Object.keys(values)).toHaveLength(12);
    expect(values['run.patch_files']).toHaveLength(200);
    expect(values['run.patch_files']).toMatch(/^\["src\/0\.js".*…$/);
  });

  test.each([
    ['goal.parameters.area == "api"', 'No such key: area.'],
    ['gates.tests_failed["unit"] > 0', 'No such key: unit.'],
    ['run.patch_files[9] == "a"', 'No such key: index out of bounds, index 9 >= size 2.'],
    ['run.number / 0 == 1', 'Division by zero.'],
    ['int(node.title) > 1', 'Int() type error: cannot convert to int.'],
    ['run.numbr == 1', 'There is no "numbr" here.'],
  ])('%s has no answer, and says why', (expression, error) => {
    const asked = ask(expression);
    expect(asked).toMatchObject({ error });
    expect(asked).not.toHaveProperty('outcome');
  });

  test('is not asked over a list that takes too long to walk', () => {
    const many = Array.from({ length: 2_001 }, (_, i) => `src/${i}.js`);
    const asked = ask('run.patch_files.all(f, f.startsWith("src/"))', done(many));
    expect(asked).toMatchObject({
      error: 'A list of 2,001 entries is too long to be asked about.',
    });
    expect(ask('size(run.patch_files) > 2000', done(many))).toMatchObject({ outcome: true });
  });

  test('reads names that a plain object has anyway as what they are', () => {
    expect(ask('"constructor" in gates.tests_failed')).toMatchObject({ outcome: false });
    expect(ask('has(goal.parameters.__proto__)')).toMatchObject({ outcome: false });
  });
});
