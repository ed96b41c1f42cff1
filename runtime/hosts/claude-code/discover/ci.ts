// Commands that GitHub Actions run. Only what is one simple command is proposed: no pipe, no variable,
// nothing a shell would have to read. It is a source like any other, and starts nothing.

import { join } from 'node:path';
import { pathProblem } from '../../../documents/globs.ts';
import { readPeopleText } from '../../../documents/yaml-text.ts';
import { shellWords } from '../../../evidence/commands/shell-split.ts';
import { isDirectory } from '../../../files/folders.ts';
import type { CommandGateType } from '../../../model/gate.ts';
import { type Folder, namesIn, type Proposal, propose } from './proposal.ts';

const FOLDER = '.github/workflows';
const MAX_WORKFLOWS = 50;

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
  ['test', /^(?:npm|pnpm|yarn|bun)(?: run)? (?:test|t)(?::[\w:-]+)?(?: |$)/],
  [
    'test',
    /^(?:npx |pnpm exec |uv run |poetry run |python3? -m |bundle exec )?(?:pytest|unittest|vitest|jest|mocha|ava|tox|nox|rspec|phpunit)\b/,
  ],
  ['test', /^(?:cargo (?:test|nextest)|(?:go|dotnet|deno|mix|composer) test|node --test|ctest)\b/],
  ['test', /^(?:make|just) (?:test|check)$/],
  ['test', /^(?:\.\/mvnw|mvn|\.\/gradlew|gradle)\b.* (?:test|check|verify)\b/],
];

/** `unread`: files that are no workflow we can read, in a sentence each. */
export type CiProposals = Readonly<{ proposals: Proposal[]; unread: string[] }>;

export function ciProposals(folder: Folder): CiProposals {
  const files = namesIn(folder, FOLDER).filter((name) => /\.ya?ml$/.test(name));
  const proposals: Proposal[] = [];
  const unread: string[] = [];
  for (const name of files.slice(0, MAX_WORKFLOWS)) {
    const file = `${FOLDER}/${name}`;
    const text = readPeopleText(join(folder.root, file), file);
    if (!text.ok) {
      const [first] = text.error;
      if (first) unread.push(`${file}:${first.line}:${first.column} ${first.message}`);
      continue;
    }
    const { data, problemAt } = text.value;
    for (const step of stepsOf(data)) {
      const at = problemAt(step.path, 'value', '');
      proposals.push(...commandsOf(folder, step, { file, line: at.line, source: at.source ?? '' }));
    }
  }
  return { proposals, unread };
}

type CiStep = Readonly<{
  path: ReadonlyArray<string | number>;
  run: string;
  cwd: unknown;
  job: string;
  variables: readonly string[];
}>;

function stepsOf(data: unknown): CiStep[] {
  const workflow = map(data);
  return Object.entries(map(workflow.jobs)).flatMap(([job, value]) => {
    const { steps, defaults } = map(value);
    if (!Array.isArray(steps)) return [];
    return steps.flatMap((entry: unknown, i): CiStep[] => {
      const { run, shell, env, 'working-directory': own } = map(entry);
      const isOurs = shell === undefined || shell === 'bash' || shell === 'sh';
      if (typeof run !== 'string' || !isOurs) return [];
      const inherited = [defaults, workflow.defaults].map((one) => map(map(one).run));
      const cwd = own ?? inherited.map((one) => one['working-directory']).find((one) => one);
      const path = ['jobs', job, 'steps', i, 'run'];
      return [{ path, run, cwd, job, variables: Object.keys(map(env)) }];
    });
  });
}

function commandsOf(
  folder: Folder,
  { run, cwd, job, variables }: CiStep,
  at: Readonly<{ file: string; line: number; source: string }>,
): Proposal[] {
  const below = folderOf(folder, cwd);
  if (below === undefined) return [];
  // In a block (`run: |`) the commands begin in the line after.
  const isBlock = /\|[-+\d]*\s*$/.test(at.source);
  const set = variables.length === 0 ? '' : `, where ${variables.slice(0, 5).join(', ')} are set`;
  return run.split('\n').flatMap((text, i) => {
    const words = text.includes('${{') ? undefined : shellWords(text.trim(), true);
    const type = words === undefined ? undefined : kindOf(words);
    if (words === undefined || type === undefined) return [];
    const line = isBlock ? at.line + 1 + i : at.line;
    const from = { file: at.file, line, why: `the job "${job}" runs it${set}` };
    const made = propose({ ...folder, below }, type, words, { ...from, origin: 'ci' });
    return [{ ...made, source: { file: at.file, line } }];
  });
}

function kindOf(words: readonly string[]): CommandGateType | undefined {
  const text = words.join(' ');
  const kind = KINDS.find(([, pattern]) => pattern.test(text))?.[0];
  return kind === 'none' ? undefined : kind;
}

/** Empty is the top; undefined if the folder is none of ours. */
function folderOf({ root }: Folder, cwd: unknown): string | undefined {
  if (cwd === undefined) return '';
  if (typeof cwd !== 'string' || cwd.includes('${{')) return undefined;
  const below = cwd.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (below === '' || below === '.') return '';
  return pathProblem(below) === undefined && isDirectory(join(root, below)) ? below : undefined;
}

function map(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
