// Build files that are programs or XML: nobody can say what all of one means, but of one line that was
// added to it, that it only adds one more dependency.

/** By base name: such a line. The first group is what the dependency is called. */
const TAKES_UP: ReadonlyArray<readonly [name: RegExp, line: RegExp]> = [
  [
    /^pom\.xml$/,
    /^<dependency><groupId>[\w.-]+<\/groupId><artifactId>([\w.-]+)<\/artifactId>(?:<version>[\w.${}-]+<\/version>)?(?:<scope>\w+<\/scope>)?<\/dependency>$/,
  ],
  [
    /\.gradle(?:\.kts)?$/,
    /^(?:api|(?:\w+I|i)mplementation|(?:\w+C|c)ompileOnly|(?:\w+R|r)untimeOnly)[ (]+(?:["'][\w.-]+:([\w.-]+)(?::[\w.+-]+)?["']|(libs\.[\w.]+))\)?$/,
  ],
  [/^mix\.exs$/, /^\{:(\w+), "[\w. ~<>=-]+"(?:, only: (?::\w+|\[[:\w, ]+\]))?\}$/],
  [
    /^build\.sbt$/,
    /^libraryDependencies \+= "[\w.-]+" %%? "([\w.-]+)" % "[\w.+-]+"(?: % (?:Test|"test"))?$/,
  ],
];

/** Which of them are there decides which tests are found. */
const FINDS_TESTS = /junit|testng|surefire|failsafe|spock|kotest|cucumber|scalatest|munit|ex_unit/i;

export function isBuildFile(path: string): boolean {
  return lineOf(path) !== undefined;
}

/** Whether `after` is `before` with nothing but more lines that add dependencies it did not have. */
export function onlyGained(path: string, before: string, after: string): boolean {
  const line = lineOf(path);
  if (line === undefined) return false;
  const known = new Set(before.split(/[^\w.-]+/));
  const old = linesOf(before);
  let next = 0;
  const more = linesOf(after).filter((text) => {
    const isOld = text === old[next];
    if (isOld) next += 1;
    return !isOld;
  });
  return (
    next === old.length &&
    more.every((text) => {
      const [match, name = ''] = (line.exec(text) ?? []).filter(Boolean);
      return match !== undefined && !FINDS_TESTS.test(match) && !known.has(name);
    })
  );
}

function lineOf(path: string): RegExp | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return TAKES_UP.find(([pattern]) => pattern.test(name))?.[1];
}

function linesOf(text: string): string[] {
  const lines = folded(text).split('\n');
  return lines.map((line) => line.trim().replace(/,$/, '')).filter((line) => line !== '');
}

const BLOCK = /(<\/?(?:build|profiles|dependencyManagement|reporting|dependency)>)/;

/** Of a pom.xml each dependency on one line, and on one what says something else of dependencies. */
function folded(text: string): string {
  let inside: string | undefined;
  return text
    .split(BLOCK)
    .map((piece) => {
      if (BLOCK.test(piece) && !piece.startsWith('</')) inside ??= piece;
      const isInside = inside !== undefined;
      if (piece === inside?.replace('<', '</')) inside = undefined;
      return isInside
        ? piece
            .split('\n')
            .map((line) => line.trim())
            .join('')
        : piece;
    })
    .join('');
}
