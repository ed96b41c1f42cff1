// What the steps of a CI job check: the commands of their blocks, and what has to run before each. Only
// plain commands are read: no pipe, no condition, no loop, no variable of the CI.

import { shellWords, splitShell } from '../../../evidence/commands/shell-split.ts';
import type { CommandGateType } from '../../../model/gate.ts';

/** The first that fits. What installs, deploys or watches is no check. */
const KINDS: ReadonlyArray<readonly [CommandGateType | 'none', RegExp]> = [
  ['none', /\b(?:install|ci|publish|deploy|release|push|login|upload|--watch|serve|start)\b/],
  ['typecheck', /^(?:npx |pnpm exec |uv run |poetry run |python3? -m )?(?:tsc|mypy|pyright)\b/],
  [
    'typecheck',
    /^(?:npm|pnpm|yarn|bun)(?: run)? (?:typecheck|type-check|check-types|check:types)$/,
  ],
  [
    'lint',
    /^(?:npx |pnpm exec |uv run |uvx |poetry run |python3? -m )?(?:eslint|biome|ruff|flake8|pylint|prettier|golangci-lint|shellcheck)\b/,
  ],
  ['lint', /^(?:npm|pnpm|yarn|bun)(?: run)? lint(?::[\w:-]+)?$|^(?:make|just) lint$/],
  ['lint', /^cargo (?:clippy|fmt)\b|^go vet\b/],
  ['build', /^(?:npm|pnpm|yarn|bun)(?: run)? build(?::[\w:-]+)?$|^(?:make|just) build$/],
  ['build', /^(?:cargo|go|dotnet) build\b/],
  ['test', /^(?:npm|pnpm|yarn|bun)(?: run)? (?:test|t|tests-only)(?:[:-][\w:-]+)?(?: |$)/],
  [
    'test',
    /^(?:npx |pnpm exec |uv run |poetry run |python3? -m |bundle exec )?(?:pytest|unittest|vitest|jest|mocha|ava|tox|nox|rspec|phpunit|bats)\b/,
  ],
  ['test', /^(?:cargo (?:test|nextest)|(?:go|dotnet|deno|mix|composer) test|node --test|ctest)\b/],
  ['test', /^(?:make|just)(?: -\S+)* (?:test|check)$|^meson test\b|^ninja\b.* test$/],
  ['test', /^(?:\.\/mvnw|mvn|\.\/gradlew|gradle)\b.* (?:test|check|verify)\b/],
  ['test', /^(?:(?:sh|bash) )?(?:\.\/)?(?:[\w.-]+\/)*(?:run[-_]?)?tests?\.sh(?: |$)/],
  ['test', /^(?:(?:sh|bash) )?(?:\.\/)?tests?\/(?:[\w.-]+\/)*(?:run|all)\.sh(?: |$)/],
];

/** They make what a later command tests. */
const BUILDS =
  /^(?:mkdir|cmake|meson|ninja|make|(?:\.\.?\/)*(?:configure|autogen\.sh|bootstrap)|autoreconf)$/;
/** They test what is in a build folder, which another step may have made. */
const OF_BUILD = /^(?:ctest|meson|ninja)$/;
const OPENING = /^(?:if|for|while|until|case|select)\b|\{$/;
const CLOSING = /^(?:fi|done|esac)\b|^\}/;
/** The only words a shell may read for us: the same everywhere. */
const NEUTRAL = /"?\$\((?:nproc|pwd)\)"?|"?\$PWD\b"?/g;

/** `text` of a step; `cwd` is where it begins, from the top of the repository. */
type Block = Readonly<{ text: string; cwd: string }>;

/** `line` counts from 0 in the text of its block. `before` is what has to run in the same shell. */
export type Check = Readonly<{
  block: number;
  line: number;
  type: CommandGateType;
  cwd: string;
  words: readonly string[];
  before: readonly string[];
  text: string;
  /** Only a shell can read it. */
  isLine: boolean;
}>;

/** The blocks of one job, in order. `isFolder` tells whether the repository has a folder. */
export function checksOf(
  blocks: readonly Block[],
  isFolder: (below: string) => boolean,
): readonly Check[] {
  const checks: Check[] = [];
  /** By folder, what earlier steps built there: files outlive a step, a shell does not. */
  const built = new Map<string, readonly string[]>();
  blocks.forEach(({ text, cwd: start }, block) => {
    let cwd = start;
    const before: string[] = [];
    for (const { words, text: plain, line, isOpen } of commandsOf(text)) {
      const bare = words.slice(words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word)));
      const [program = ''] = bare;
      const type = kindOf(bare);
      if (program === 'cd') {
        const to = before.length === 0 && words.length === 2 ? joined(cwd, words[1]) : undefined;
        if (to !== undefined && (to === '' || isFolder(to))) cwd = to;
        else before.push(plain);
      } else if (program === 'export' || isSetting(words)) before.push(plain);
      else if (type === undefined) {
        // A folder that is there already is none to stumble over.
        if (BUILDS.test(program)) before.push(plain.replace(/^mkdir (?!-)/, 'mkdir -p '));
      } else {
        const needsBuild = OF_BUILD.test(program) || program === 'make';
        const earlier = needsBuild ? (built.get(cwd) ?? []) : [];
        const all = [...earlier, ...before];
        // What it would test is made by nothing we read.
        if (OF_BUILD.test(program) && !all.some((one) => BUILDS.test(programOf(one)))) continue;
        const isLine = isOpen || all.length > 0 || bare.length < words.length;
        checks.push({ block, line, type, cwd, words, before: all, text: plain, isLine });
      }
    }
    const makers = before.filter((one) => BUILDS.test(programOf(one)) || programOf(one) === 'cd');
    if (makers.some((one) => BUILDS.test(programOf(one)))) {
      const moves = makers.some((one) => programOf(one) === 'cd');
      const kept = moves ? [`(${makers.join(' && ')})`] : makers;
      built.set(cwd, [...(built.get(cwd) ?? []), ...kept]);
    }
  });
  return checks;
}

type Command = Readonly<{
  words: readonly string[];
  text: string;
  line: number;
  /** Something in it is left for the shell to read. */
  isOpen: boolean;
}>;

/** Each plain command of a block. What stands in a condition, a loop or a function is left out. */
function commandsOf(block: string): readonly Command[] {
  const found: Command[] = [];
  const lines = block.split('\n');
  let depth = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = at;
    let text = lines[at] ?? '';
    for (; text.endsWith('\\') && at + 1 < lines.length; at += 1) {
      text = `${text.slice(0, -1).trimEnd()} ${(lines[at + 1] ?? '').trim()}`;
    }
    const parts = splitShell(text);
    // A quote or a here-document that goes on: what follows may be no commands.
    if (parts === undefined) return found;
    let isPlain = parts.every(({ end }) => end === '' || end === '&&' || end === ';');
    for (const part of parts) {
      if (OPENING.test(part.text)) depth += 1;
      const isInside = depth > 0;
      if (CLOSING.test(part.text)) depth = Math.max(0, depth - 1);
      if (isInside || !isPlain) continue;
      const neutral = part.text.replace(NEUTRAL, '1');
      const words = part.text.includes('${{') ? undefined : shellWords(neutral, true);
      // What follows in the line may hang on it.
      if (words === undefined || /^(?:test|which|command|type|grep)$/.test(words[0] ?? '')) {
        isPlain = false;
      }
      if (isPlain && words?.length) {
        found.push({ words, text: part.text, line, isOpen: neutral !== part.text });
      }
    }
  }
  return found;
}

function kindOf(words: readonly string[]): CommandGateType | undefined {
  const text = words.join(' ');
  const kind = KINDS.find(([, pattern]) => pattern.test(text))?.[0];
  return kind === 'none' ? undefined : kind;
}

function isSetting(words: readonly string[]): boolean {
  return words.every((word) => /^[A-Za-z_]\w*=/.test(word));
}

function programOf(text: string): string {
  return /^\(?(\S+)/.exec(text)?.[1] ?? '';
}

/** Undefined if it leads out. */
function joined(cwd: string, to = ''): string | undefined {
  if (to.startsWith('/') || to === '-') return undefined;
  const parts = cwd === '' ? [] : cwd.split('/');
  for (const part of to.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
