// Commands that GitHub Actions run, one by one or in blocks. It is a source like any other, and starts
// nothing.

import { pathProblem } from '../../../documents/globs.ts';
import { yamlOfText } from '../../../documents/reader/yaml-text.ts';
import { isObject } from '../../../files/parse-json.ts';
import { type Check, checksOf } from './ci-block.ts';
import { type Folder, type Layout, namesIn, read } from './layout.ts';
import { type Proposal, propose } from './proposal.ts';

const FOLDER = '.github/workflows';
const MAX_WORKFLOWS = 50;

/** `unread`: files that are no workflow we can read, in a sentence each. */
type CiProposals = Readonly<{ proposals: Proposal[]; unread: string[] }>;

export function ciProposals(layout: Layout): CiProposals {
  const folder = { layout, below: '' };
  const files = namesIn(folder, FOLDER).filter((name) => /\.ya?ml$/.test(name));
  const proposals: Proposal[] = [];
  const unread: string[] = [];
  for (const name of files.slice(0, MAX_WORKFLOWS)) {
    const file = `${FOLDER}/${name}`;
    const written = read(folder, file);
    if (written === undefined) continue;
    const text = yamlOfText(written, file);
    if (!text.ok) {
      const [first] = text.error;
      if (first) unread.push(`${file}:${first.line}:${first.column} ${first.message}`);
      continue;
    }
    const { data, problemAt } = text.value;
    for (const steps of jobsOf(folder, data)) {
      const isThere = (below: string): boolean => layout.names.has(below);
      const blocks = steps.map(({ run, cwd }) => ({ text: run, cwd }));
      for (const check of checksOf(blocks, isThere)) {
        const step = steps[check.block];
        if (step === undefined) continue;
        const at = problemAt(step.path, 'value', '');
        // In a block (`run: |`) the commands begin in the line after.
        const isBlock = /\|[-+\d]*\s*$/.test(at.source ?? '');
        const line = isBlock ? at.line + 1 + check.line : at.line;
        proposals.push(proposalOf(folder, step, check, { file, line }));
      }
    }
  }
  return { proposals, unread };
}

type CiStep = Readonly<{
  path: ReadonlyArray<string | number>;
  run: string;
  /** From the top of the repository. */
  cwd: string;
  job: string;
  variables: readonly string[];
}>;

/** The steps of each job that a POSIX shell reads, in a folder of ours. */
function jobsOf(folder: Folder, data: unknown): CiStep[][] {
  const workflow = map(data);
  return Object.entries(map(workflow.jobs)).map(([job, value]) => {
    const { steps, defaults } = map(value);
    if (!Array.isArray(steps)) return [];
    return steps.flatMap((entry: unknown, i): CiStep[] => {
      const { run, shell, env, 'working-directory': own } = map(entry);
      const isOurs = shell === undefined || shell === 'bash' || shell === 'sh';
      if (typeof run !== 'string' || !isOurs) return [];
      const inherited = [defaults, workflow.defaults].map((one) => map(map(one).run));
      const named = own ?? inherited.map((one) => one['working-directory']).find((one) => one);
      const cwd = folderOf(folder, named);
      const path = ['jobs', job, 'steps', i, 'run'];
      return cwd === undefined ? [] : [{ path, run, cwd, job, variables: Object.keys(map(env)) }];
    });
  });
}

function proposalOf(
  folder: Folder,
  { job, variables }: CiStep,
  { type, cwd, words, before, text, isLine }: Check,
  source: Proposal['source'],
): Proposal {
  const set = variables.length === 0 ? '' : `, where ${variables.slice(0, 5).join(', ')} are set`;
  const after = before.length === 0 ? '' : ', after what it needs';
  const from = { ...source, why: `the job "${job}" runs it${after}${set}`, origin: 'ci' } as const;
  const below = { ...folder, below: cwd };
  const line = [...before, text].join(' && ');
  const made = propose(below, type, isLine ? { name: text, line } : words, from);
  return { ...made, source };
}

/** Empty is the top; undefined if the folder is none of ours. */
function folderOf({ layout }: Folder, cwd: unknown): string | undefined {
  if (cwd === undefined) return '';
  if (typeof cwd !== 'string' || cwd.includes('${{')) return undefined;
  const below = cwd.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (below === '' || below === '.') return '';
  return pathProblem(below) === undefined && layout.names.has(below) ? below : undefined;
}

function map(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {};
}
