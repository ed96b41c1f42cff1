// Where tests that were there before were changed, by the lines that went: file, line and case. Pure.

export type ChangedCase = Readonly<{
  path: string;
  /** As it was before. */
  line: number;
  /** What the test is called, where a line before it says so. */
  name: string | undefined;
}>;

/** How a line begins a test, by the languages there are: of some the name is a string, of others a word. */
const BEGINS: readonly RegExp[] = [
  /\b(?:test|it|specify|scenario|context|describe|should)(?:\.\w+)*\s*(?:\(\s*)?(["'`])((?:(?!\1).)+)\1/,
  /^\s*@test\s+(["'])((?:(?!\1).)+)\1/,
  /^\s*(?:async\s+)?(?:def|func|fn|fun|function)\s+(?:\([^)]*\)\s*)?`?(?=[\w ]*[Tt]est)()([\w ]+)`?\s*\(/,
  /^\s*(?:public\s+|private\s+|static\s+)*void\s+()(\w*[Tt]est\w*)\s*\(/,
];

/** Of a patch with whole files as context. The first line that went of each file; a file without one is left out. */
export function changedCases(patch: string): ChangedCase[] {
  return patch.split(/^diff --git /m).flatMap((part) => {
    const path = /^--- a\/(.+?)\t?$/m.exec(part)?.[1];
    const start = /^@@ -(\d+)/m.exec(part);
    if (path === undefined || !start) return [];
    let line = Number(start[1]) - 1;
    let name: string | undefined;
    for (const text of part.slice(start.index).split('\n').slice(1)) {
      if (text.startsWith('+') || text.startsWith('\\')) continue;
      line += 1;
      name = nameIn(text.slice(1)) ?? name;
      if (text.startsWith('-') && text.slice(1).trim() !== '') return [{ path, line, name }];
    }
    return [];
  });
}

function nameIn(text: string): string | undefined {
  for (const begins of BEGINS) {
    const name = begins.exec(text)?.[2]?.trim();
    if (name) return name;
  }
  return undefined;
}
