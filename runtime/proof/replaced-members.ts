// What a test puts in the place of a function of the program, by the object that it hangs on, and then asks for:
// a spy with words of its own, a stub, a member that is assigned. Pure; each pattern goes over a text once.

const TARGET = String.raw`(?<![\w$.])([\w$]+(?:\.[\w$]+)*)`;
/** Each has what it hangs on, and its name. */
const REPLACES: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:spyOn|stub|method|replace|object|setattr|defineProperty)\s*\(\s*${TARGET}\s*,\s*["'\`]([\w$]+)["'\`]`,
    'g',
  ),
  new RegExp(String.raw`^[ \t]*${TARGET}\.([\w$]+)[ \t]*=(?![=>])`, 'gm'),
  /\ballow(?:_any_instance_of)?\s*\(?\s*([\w:]+)\s*\)?\s*\.to\s+receive\s*\(?\s*:(\w+)/g,
];
const DEFINES: readonly RegExp[] = [
  /\b(?:function\s*\*?|def|class|const|let|var|func|fn|fun)\s+(?:self\.)?([\w$]+)/g,
  /(?<![\w$])([\w$]+)[ \t]*[:=][ \t]*(?:async\b|function\b|\()/g,
  /\bexports\.([\w$]+)[ \t]*=/g,
  /^[ \t]*(?:(?:async|static|public|private|protected|override)[ \t]+)*\*?([\w$]+)[ \t]*\([^\n]*\{[ \t]*$/gm,
];
const CALLS = new RegExp(String.raw`${TARGET}\s*\(`, 'g');
/** Of a value that another call gave, only the name is known. */
const CALLS_ON = /\.\s*([\w$]+)\s*\(/g;

/** The names of what these sources define. */
export function definedNames(sources: readonly string[]): ReadonlySet<string> {
  return new Set(sources.flatMap((text) => DEFINES.flatMap((one) => firstOf(text, one))));
}

/** What a text calls, by name, and by the object it hangs on where that has a name. */
export function calledIn(text: string): ReadonlySet<string> {
  const whole = firstOf(text, CALLS);
  return new Set([...whole, ...whole.map(lastName), ...firstOf(text, CALLS_ON)]);
}

/**
 * Lines of a test, from 1, by which a function of these names is another one where the test, or `isCalledElsewhere`,
 * asks for it.
 */
export function replacedMembers(
  text: string,
  defined: ReadonlySet<string>,
  isCalledElsewhere: (name: string) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  const called = calledIn(text);
  for (const pattern of REPLACES) {
    let [line, from] = [1, 0];
    for (const { 0: whole, 1: target = '', 2: name = '', index } of text.matchAll(pattern)) {
      if (!defined.has(name)) continue;
      // Of a class by each of its instances, else of that very object.
      const isClass = /(?:^|\.)(?:[A-Z][\w$]*|prototype)$/.test(target);
      const isCalled = called.has(isClass ? name : `${target}.${name}`);
      if (!isCalled && !isCalledElsewhere(name)) continue;
      const at = index + whole.length - whole.trimStart().length;
      line += text.slice(from, at).split('\n').length - 1;
      from = at;
      found.add(line);
    }
  }
  return found;
}

function firstOf(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function lastName(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf('.') + 1);
}
