// What a line of the program says that no run can tell: that it knows its tests, ends their process with
// success, or reads what no tree holds. Pure. Few patterns, each of something that a fix hardly ever needs.

import { posix } from 'node:path';
import { type Language, stringsIn } from './code-lines.ts';

/** Variables that a runner sets. */
const VARIABLES =
  /\b(?:VITEST(?:_\w+)?|JEST_WORKER_ID|NODE_TEST_CONTEXT|PYTEST_CURRENT_TEST|PYTEST_VERSION|PYTEST_XDIST_\w+|TEST_WORKER_INDEX|TAP_CHILD_ID|NEXTEST(?:_\w+)?|RUST_TEST_\w+|PHPUNIT_\w+|BATS_TEST_\w+)\b/;
const ENVIRONMENT =
  /\b(?:NODE|BABEL|APP|RAILS|RACK|MIX)_ENV\b.*["'`:]test\b|["'`]test["'`].*\b(?:NODE|BABEL|APP|RAILS|RACK|MIX)_ENV\b|\bRails\.env\.test\?/;

/** By language: modules and names of runners. */
const RUNNERS: Partial<Record<Language, readonly RegExp[]>> = {
  javascript: [
    /(?:\bfrom\s*|\b(?:require|import|resolve)\s*\(\s*|\bimport\s+)["'`](?:node:test|bun:test|vitest|jest|mocha|ava|tap|tape|uvu|jasmine|@(?:vitest|jest|playwright\/test)|cypress)(?:["'`/-])/,
    /\btypeof\s+(?:globalThis\.)?(?:describe|jest|vi|beforeEach|afterEach)\b/,
    /\b(?:globalThis|global|window)\s*(?:\??\.|\[["'`])\s*(?:describe|jest|vi|expect|beforeEach|afterEach|it)\b/,
    /\b__(?:vitest|jest|mocha)_?\w*|\bimport\.meta\.(?:vitest|jest)\b/,
  ],
  python: [
    /^\s*(?:import|from)\s+(?:_?pytest|unittest|nose2?)\b/,
    /["'](?:_?pytest|py\.test|unittest|nose2?)(?:\.\w+)*["']/,
  ],
  go: [
    /\btesting\s*\.\s*(?:Testing|Short|Verbose|CoverMode)\s*\(/,
    /^\s*(?:import\s+)?(?:[\w.]+\s+)?"testing(?:\/\w+)?"\s*$/,
    /["`](?:test\.\w*|\.test|_test)["`]/,
  ],
  rust: [/\bcfg!?\s*\(\s*(?:\w+\s*\(\s*)*test\b|\bcfg_attr\s*\(\s*test\b/],
  java: [/\borg\.(?:junit|testng)\b|\bjunit\.framework\b/],
  csharp: [/\b(?:NUnit|Xunit|MSTest|TestPlatform)\b/],
  ruby: [/\b(?:RSpec|Minitest|Test::Unit)\b/],
  php: [/\bPHPUnit\b/i],
  elixir: [/\bExUnit\b|\bMix\.env\b.*:test\b/],
};

export function namesRunner(language: Language, text: string): boolean {
  const patterns = [VARIABLES, ENVIRONMENT, ...(RUNNERS[language] ?? [])];
  return patterns.some((pattern) => pattern.test(text));
}

/** Any other number than 0 is a failure, which no check takes for a pass. */
const FAILS = String.raw`(?!\s*(?:-?[1-9]\d*|EXIT_FAILURE)\s*[),;])`;
/** By language: calls that may end the process with 0. Of strings there are only quotes. */
const ENDS: Partial<Record<Language, readonly RegExp[]>> = {
  javascript: [
    new RegExp(String.raw`\b(?:process|Deno)\s*\??\.\s*(?:exit|reallyExit)\s*\(${FAILS}`),
    /\bprocess\s*\.\s*exitCode\s*=(?![=])\s*(?!\s*-?[1-9])/,
  ],
  python: [
    new RegExp(String.raw`\bos\s*\.\s*_exit\s*\(${FAILS}`),
    // With a text it ends with 1.
    new RegExp(String.raw`\b(?:sys\s*\.\s*exit|raise\s+SystemExit)\s*\((?!\s*[rbfu]?")${FAILS}`),
    /\braise\s+SystemExit\s*(?:$|from\b)/,
    new RegExp(String.raw`^\s*(?:exit|quit)\s*\((?!\s*[rbfu]?")${FAILS}`),
  ],
  go: [new RegExp(String.raw`\b(?:os|syscall)\s*\.\s*Exit\s*\(${FAILS}`)],
  rust: [
    new RegExp(String.raw`\b(?:process|libc)\s*::\s*_?exit\s*\(${FAILS}`),
    /\buse\s+std::process::(?:exit\b|\{[^}]*\bexit\b)/,
  ],
  c: [new RegExp(String.raw`(?<![\w.>:])(?:_[eE]xit|(?:quick_)?exit)\s*\(${FAILS}`)],
  java: [
    new RegExp(String.raw`\bSystem\s*\.\s*exit\s*\(${FAILS}`),
    new RegExp(String.raw`\b(?:exitProcess|\.halt)\s*\(${FAILS}`),
  ],
  csharp: [new RegExp(String.raw`\bEnvironment\s*\.\s*Exit\s*\(${FAILS}`)],
  ruby: [/^\s*(?:Process\.)?exit!?\s*(?:\(?\s*(?:0|true)\b|$|if\b|unless\b)/],
  php: [/\b(?:exit|die)\s*(?:;|\(\s*0?\s*\))/],
  elixir: [/\bSystem\.(?:halt|stop)\s*\(\s*(?:0\s*)?\)/],
};
const ENDS_BY_NAME = /\bprocess\s*\[\s*["'`](?:exit|reallyExit|exitCode)["'`]/;

export function endsProcess(
  language: Language,
  { text, code }: Readonly<{ text: string; code: string }>,
) {
  return (
    (ENDS[language] ?? []).some((pattern) => pattern.test(code)) ||
    (language === 'javascript' && (ENDS_BY_NAME.test(text) || takesExit(code)))
  );
}

const OF_PROCESS = /^\s*(?:=\s*(?:\w+\.)?process\b|=\s*require\(|from\b)/;

/** `const { exit } = process`: what stands in braces is looked at once, whatever else is on the line. */
function takesExit(code: string): boolean {
  const parts = code.split('}');
  return parts.some((part, at) => {
    const open = part.indexOf('{');
    return open !== -1 && /\bexit\b/.test(part.slice(open)) && OF_PROCESS.test(parts[at + 1] ?? '');
  });
}

/** By language: what keeps errors of types from being told. */
const SILENCES: Partial<Record<Language, RegExp>> = {
  javascript: /@ts-(?:ignore|nocheck|expect-error)\b|[:<|&,]\s*any\b|@type\s*\{(?:any|\*)\}/,
  python: /#\s*(?:type|pyright|mypy|ty):|\bAny\b|\bcast\s*\(/,
};

/** Each pattern goes over a line once or, at worst, once for each of its characters. */
export const MOST_LINE = 2000;

/** A value is said to be there, or to be of another type, by whoever wrote the line. */
const SAYS_TYPE =
  /(?<![\w$])[\w$]*[\w$)\]]!(?=[\s.,;)[\]}?:]|$)|\bas\s+(?!const\b)(?:[\w$.]+|[({['"`<])/g;
const RENAMES = /^\s*(?:import|export)\b|^\s*(?:type\s+)?[\w$]+\s+as\s+[\w$]+,?\s*$/;

/** What lines say of types. */
export function typesSaid(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.slice(0, MOST_LINE).match(SAYS_TYPE) ?? []));
}

/**
 * `line`: with its comments; `code`: without them, and without what stands in strings. `before`: what the lines that
 * the change took out of the file said of types.
 */
export function silencesTypes(
  language: Language,
  { line, code }: Readonly<{ line: string; code: string }>,
  before: ReadonlySet<string>,
): boolean {
  if (SILENCES[language]?.test(line)) return true;
  if (language !== 'javascript' || RENAMES.test(code)) return false;
  return [...typesSaid([code])].some((words) => !before.has(words));
}

/** By language: a file that is started as a program of its own. */
const STARTED: Partial<Record<Language, RegExp>> = {
  javascript: /^#!/,
  python: /^if\s+__name__\s*==\s*["']__main__["']|^#!/m,
  go: /^package\s+main\b/m,
  c: /\bmain\s*\(/,
  java: /\bvoid\s+main\s*\(|\bfun\s+main\s*\(|\bextends\s+App\b/,
  csharp: /\bstatic\s+(?:async\s+)?\w+\s+Main\s*\(/,
  ruby: /^#!/,
  php: /^#!/,
};
const STARTED_PATH =
  /(?:^|\/)(?:main|build)\.rs$|(?:^|\/)__main__\.py$|(?:^|\/)(?:bin|cmd|cli|scripts)\/|(?:^|\/)cli\.\w+$/;

/** Programs end: that is no sign in the file that is started. Its base says so, not the change. */
export function isStarted(path: string, language: Language, before: string): boolean {
  return STARTED_PATH.test(path) || STARTED[language]?.test(before) === true;
}

const ABSOLUTE =
  /^(?:file:\/\/)?(?:\/tmp$|\/(?:tmp|home|root|opt|mnt|srv|private|Users|var|etc|usr|proc|dev\/shm)\/\S|[A-Za-z]:(?:\\\\|\/)(?:\w|$))/;

/** Not by the name of a package: by a way into the folder of packages, which no tree holds. */
const INSTALLED = /^\.{1,2}\/(?:[^/]+\/)*(?:node_modules|site-packages)\//;

/** `path`: the file it stands in, below the top of the repository. */
export function namesOutside(path: string, text: string): boolean {
  const depth = path.split('/').length - 1;
  const strings = stringsIn(text);
  const ups = strings.filter((one) => one === '..').length;
  return (
    ups > depth ||
    strings.some(
      (one) =>
        ABSOLUTE.test(one) ||
        INSTALLED.test(one) ||
        posix.normalize(one).startsWith('../'.repeat(depth + 1)),
    )
  );
}

const READS =
  /\b(?:read(?:FileSync|File|_text|_bytes)|createReadStream|open|ReadFile|read_to_string|include_str|include_bytes|File\.read|IO\.read|file_get_contents|(?:exists|l?stat|readdir|access)(?:Sync)?|getsize|getmtime|isfile|readAllBytes|readString|Bun\.file|readTextFile)\b|\b(?:grep|cat|sed|awk|head|tail)\s/;
const READS_OF_CODE = /\binspect\s*\.\s*(?:getsource|getsourcelines)\s*\(|\bast\s*\.\s*parse\s*\(/;

/** What names a file of the program for another reason: to load it, to start it, or to write it. */
const LOADS =
  /^\s*(?:import|export|from|use|mod)\b|\b(?:require|import|resolve)\s*\(|\bnew\s+Worker\s*\(/;
const WRITES = /\b(?:write|append|copy|rename|unlink|rm)\w*\s*\(/;
const STARTS = /\b(?:spawn|exec|fork|run|Popen|Command|system)\w*(?:!?\s*\(|::)/;

/**
 * `names`: of sources of the program that changed, without their folders. `file`: all of the text that the line is
 * of; what reads may have another name there (`import { readFileSync as take }`).
 */
export function readsProgram(text: string, names: ReadonlySet<string>, file: string): boolean {
  if (READS_OF_CODE.test(text)) return true;
  if (![...text.matchAll(/[\w.-]+\.\w+/g)].some(([name]) => names.has(name))) return false;
  const isNamed = [LOADS, STARTS, WRITES].some((pattern) => pattern.test(text));
  return READS.test(text) || (READS.test(file) && !isNamed);
}

const MOCKS_MODULE =
  /\b(?:(?:vi|jest)\s*\.\s*(?:mock|doMock|setMock|unstable_mockModule)|mock\s*\.\s*module|(?:td|quibble)\s*\.\s*replace(?:Esm)?|proxyquire|rewiremock|esmock|mockery\s*\.\s*registerMock)\s*(?:<[^>]*>)?\(/;
const MOCKS_NAME =
  /\b(?:(?:mock\s*\.\s*)?patch|monkeypatch\s*\.\s*setattr|mocker\s*\.\s*patch)\s*\(/;

type Source = Readonly<{ path: string; text: string }>;

/** Whether a line of this test puts something else in the place of one of these sources, or of what they define. */
export function mocksChanged(path: string, text: string, sources: readonly Source[]): boolean {
  const strings = stringsIn(text);
  if (MOCKS_MODULE.test(text)) {
    const stems = strings.map((one) => stemOf(posix.join(posix.dirname(path), one)));
    return sources.some((one) => stems.includes(stemOf(one.path)));
  }
  if (!MOCKS_NAME.test(text)) return false;
  return strings.some((dotted) =>
    sources.some((one) => {
      const module = stemOf(one.path)
        .replace(/^(?:src|lib)\//, '')
        .replaceAll('/', '.');
      if (!one.path.endsWith('.py') || !dotted.startsWith(`${module}.`)) return false;
      const [name = ''] = dotted.slice(module.length + 1).split('.');
      // What it only imports is ordinary to replace.
      return new RegExp(`^(?:async\\s+)?(?:def|class)\\s+${name}\\b`, 'm').test(one.text);
    }),
  );
}

function stemOf(path: string): string {
  return path.replace(/\.\w+$/, '').replace(/\/(?:index|__init__)$/, '');
}
