import { expect, test } from 'vitest';
import { draw, mutantsOf, mutated, numbersOf } from '../../scripts/mutants/draw.ts';

const SOURCE = `import { a } from './a.ts';
type Two = 1 | 2;
export function few(all: readonly number[], isBig: boolean): number {
  if (all.length < 3 && isBig) return a(1);
  return isBig ? -1 : 0;
}
`;

test('a mutant is one operator, constant, condition or return, and nothing of types or imports', () => {
  const changed = mutantsOf('few.ts', SOURCE).map((one) => {
    const line = mutated(SOURCE, one)
      .split('\n')
      .find((text) => !SOURCE.includes(text));
    return `${one.kind}: ${line?.trim()}`;
  });
  expect(changed).toEqual([
    'condition: if (true) return a(1);',
    'condition: if (false) return a(1);',
    'operator: if (all.length >= 3 && isBig) return a(1);',
    'constant: if (all.length < 4 && isBig) return a(1);',
    'operator: if (all.length < 3 || isBig) return a(1);',
    'return: if (all.length < 3 && isBig) return;',
    'constant: if (all.length < 3 && isBig) return a(2);',
    'return: return;',
    'condition: return true ? -1 : 0;',
    'condition: return false ? -1 : 0;',
    'constant: return isBig ? -2 : 0;',
    'constant: return isBig ? -1 : 1;',
  ]);
});

test('a seed draws the same ones again, none of them twice', () => {
  const all = mutantsOf('few.ts', SOURCE);
  const some = (seed: number) => draw(all, 5, numbersOf(seed));
  expect(some(7)).toEqual(some(7));
  expect(some(7)).not.toEqual(some(8));
  expect(new Set(draw(all, 100, numbersOf(7))).size).toBe(all.length);
});
