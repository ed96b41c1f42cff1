import { describe, expect, test } from 'vitest';
import { type HeldPlaces, readPatch } from '../../runtime/page/read-patch.ts';

const PATCH = `diff --git a/src/a.js b/src/a.js
index 1..2 100644
--- a/src/a.js
+++ b/src/a.js
@@ -1,6 +1,7 @@ function a() {
 one
+
+two
 three
-four
+FOUR
 five
-six
 seven
diff --git a/new.js b/new.js
new file mode 100644
--- /dev/null
+++ b/new.js
@@ -0,0 +1,2 @@
+
+x
diff --git a/pic.png b/pic.png
index 1..2 100644
GIT binary patch
literal 3
Kabc

diff --git "a/\\350\\247\\243 \\"q\\".js" "b/\\350\\247\\243 \\"q\\".js"
deleted file mode 100644
--- "a/\\350\\247\\243 \\"q\\".js"
+++ /dev/null
@@ -1 +0,0 @@
-gone
\\ No newline at end of file
`;

function places(held: readonly string[], notHeld: readonly string[]): HeldPlaces {
  return { held: new Set(held), notHeld: new Set(notHeld) };
}

const files = readPatch(PATCH, places(['src/a.js:3', 'new.js:1'], ['src/a.js:5', 'src/a.js:6']));

describe('a patch', () => {
  test('is read file by file, with names that git quotes, and binary ones', () => {
    expect(files.map(({ path, how, isBinary }) => [path, how, isBinary])).toEqual([
      ['src/a.js', 'changed', false],
      ['new.js', 'new', false],
      ['pic.png', 'changed', true],
      ['解 "q".js', 'deleted', false],
    ]);
    expect(files.map(({ added, removed }) => [added, removed])).toEqual([
      [3, 2],
      [2, 0],
      [0, 0],
      [0, 1],
    ]);
  });

  test('numbers each line as it was and as it is', () => {
    const lines = files[0]?.hunks[0]?.lines.map(({ sign, before, after }) => [sign, before, after]);
    expect(lines).toEqual([
      [' ', 1, 1],
      ['+', null, 2],
      ['+', null, 3],
      [' ', 2, 4],
      ['-', 3, null],
      ['+', null, 5],
      [' ', 4, 6],
      ['-', 5, null],
      [' ', 6, 7],
    ]);
  });

  test('marks the lines of each part by its first one that is not blank, or the line before it', () => {
    const marks = files[0]?.hunks[0]?.lines.map(({ mark }) => mark);
    const [held, open] = ['held', 'not held'];
    expect(marks).toEqual([null, held, held, null, open, open, null, open, null]);
    expect(files[1]?.hunks[0]?.lines.map(({ mark }) => mark)).toEqual([held, held]);
    expect(files[3]?.hunks[0]?.lines.map(({ mark }) => mark)).toEqual([null]);
  });

  test('that is empty changes no file', () => {
    expect(readPatch('', places([], []))).toEqual([]);
  });
});
