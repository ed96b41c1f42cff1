// Tests inside files of the program, in trees of real repositories.

import { execFileSync } from 'node:child_process';
import { beforeEach, expect, test } from 'vitest';
import { broughtTests } from '../../runtime/evidence/seal/brought-tests.ts';
import { bringsTestsInside } from '../../runtime/evidence/seal/inline-changes.ts';
import {
  asTheyWere,
  type SealedChange,
  sealedChanges,
  unreadTests,
} from '../../runtime/evidence/seal/sealed-changes.ts';
import type { Overlay } from '../../runtime/evidence/trees/overlay.ts';
import { Repo } from './repo.ts';

const LIB = 'src/lib.rs';
const rust = (program: string, assertion: string) => `pub fn one(n: i32) -> i32 {
    ${program}
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        ${assertion}
    }
}
`;
const BROKEN = 'n + 2';
const FIXED = 'n + 1';
const HOLDS = 'assert_eq!(super::one(1), 2);';
const WEAK = 'assert!(super::one(1) > 0);';

let repo: Repo;
let first: string;

beforeEach(async () => {
  repo = new Repo().write('Cargo.toml', '[package]\n').write(LIB, rust(BROKEN, HOLDS)).commit();
  first = await repo.tree();
});

async function request(text: string | Buffer, accepted: Readonly<Record<string, string>> = {}) {
  const tree = await repo.write(LIB, text).tree();
  return { ...repo.place, first, tree, gates: [], accepted, byProduct: [] };
}

async function changedBy(text: string | Buffer): Promise<readonly SealedChange[]> {
  const found = await sealedChanges(await request(text));
  if (!found.ok) throw new Error(found.error.kind);
  return found.value;
}

function textIn({ tree }: Pick<Overlay, 'tree'>): string {
  return execFileSync('git', ['cat-file', 'blob', `${tree}:${LIB}`], {
    cwd: repo.top,
    encoding: 'utf8',
    env: { ...process.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${repo.objectsDir}"` },
  });
}

test('a change of the program alone leaves its tests as they were', async () => {
  expect(await changedBy(rust(FIXED, HOLDS))).toEqual([]);
});

test('changed tests are put back into the program as it is now', async () => {
  const asked = await request(rust(FIXED, WEAK));
  const changed = await changedBy(rust(FIXED, WEAK));
  expect(changed).toMatchObject([{ path: LIB, status: 'M' }]);
  const sealed = await asTheyWere(repo.place, asked, changed, null);
  expect(sealed.ok && textIn(sealed.value)).toBe(rust(FIXED, HOLDS));
});

test('what a person accepted are the tests, and the program around them may change', async () => {
  const [change] = await changedBy(rust(BROKEN, WEAK));
  const accepted = { [LIB]: change?.after ?? '' };
  expect(await sealedChanges(await request(rust(FIXED, WEAK), accepted))).toMatchObject({
    value: [],
  });
  expect(await sealedChanges(await request(rust(FIXED, ''), accepted))).toMatchObject({
    value: [{ path: LIB }],
  });
});

test('a check brings them in the program as it was, and is repeated with them in the program of now', async () => {
  const more = `${HOLDS}\n        assert_eq!(super::one(2), 3);`;
  const asked = await request(rust(FIXED, more));
  const changed = await changedBy(rust(FIXED, more));
  const brought = await broughtTests(asked, [LIB], { judges: changed, others: [] });
  expect(brought && textIn(brought)).toBe(rust(BROKEN, more));

  const later = await request(rust(`${FIXED} + 0`, WEAK));
  const found = await changedBy(rust(`${FIXED} + 0`, WEAK));
  const laid = await asTheyWere(repo.place, later, found, brought ?? null);
  expect(laid.ok && textIn(laid.value)).toBe(rust(`${FIXED} + 0`, more));

  // Also where the tests are as they were: what the check brings is still only tests.
  const back = await request(rust(FIXED, HOLDS));
  const again = await asTheyWere(repo.place, back, [], { tree: brought?.tree ?? '', files: {} });
  expect(again.ok && textIn(again.value)).toBe(rust(FIXED, more));
});

test('a file in which nobody finds its tests any more is a changed test as a whole', async () => {
  const unclear = `${rust(FIXED, WEAK)}\npub const A: &str = ";\n`;
  const changed = await changedBy(unclear);
  expect(changed).toMatchObject([{ path: LIB, status: 'M' }]);
  expect(changed[0]?.inline).toBeUndefined();
  expect(await unreadTests(await request(unclear))).toEqual([]);
});

test('a file in which nobody could ever find them is of the program, and named', async () => {
  const unclear = (program: string) => `${rust(program, HOLDS)}\npub const A: &str = ";\n`;
  first = await repo.write(LIB, unclear(BROKEN)).tree();
  expect(await changedBy(unclear(FIXED))).toEqual([]);
  expect(await unreadTests(await request(unclear(FIXED)))).toEqual([LIB]);
});

test('tests inside count as added only where they are others than before', async () => {
  const { place } = repo;
  const brings = async (text: string) =>
    bringsTestsInside(place, first, await repo.write(LIB, text).tree(), [LIB]);
  expect(await brings(rust(FIXED, HOLDS))).toBe(false);
  expect(await brings(rust(FIXED, `${HOLDS}${HOLDS}`))).toBe(true);
  expect(await brings('pub fn one() {}\n')).toBe(false);
});

test('a module in a file of its own that only tests have is a test, whatever it is called', async () => {
  const lib = (more: string) => `pub fn one() {}\n\n#[cfg(test)]\nmod checks;\n${more}`;
  first = await repo
    .write(LIB, lib(''))
    .write('src/checks/mod.rs', 'old')
    .write('src/other.rs', 'old')
    .tree();
  repo.write('src/checks/mod.rs', 'new').write('src/other.rs', 'new').write('src/more.rs', 'new');
  const now = lib('#[cfg(test)]\nmod more;\n');
  const changed = await changedBy(now);
  expect(changed.map(({ path, status }) => `${status} ${path}`).sort()).toEqual([
    'A src/more.rs',
    'M src/checks/mod.rs',
    `M ${LIB}`,
  ]);
  const asked = await request(now);
  const brought = await broughtTests(asked, [LIB, 'src/more.rs'], {
    judges: changed,
    others: [],
  });
  expect(Object.keys(brought?.files ?? {}).sort()).toEqual([
    'src/checks/mod.rs',
    LIB,
    'src/more.rs',
  ]);
});
