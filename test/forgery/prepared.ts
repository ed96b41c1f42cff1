// A repository with Wukong in it and a goal begun, made once by the built programs and copied for each
// case. What a case leaves behind goes with its copy.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { settleNpm } from '../../scripts/client/home.ts';
import { copyFolder, prepared } from '../rig/prepared.ts';
import { git, gitEnvironment, NO_TRIALS, PROJECT } from '../rig/repository.ts';
import { DOOR_CONFIG } from './by-executor.ts';
import { TEMPLATE } from './project.ts';
import { FAULTY, UNTOUCHED } from './second-check.ts';
import { FEATURE_FILES, TESTED_FILES, TESTED_TEMPLATE } from './tested-project.ts';

export const SESSION = '11111111-1111-4111-8111-111111111111';
const CLI = join(PROJECT, 'dist', 'cli.js');
const LIMIT_MS = 240_000;

/** One repository of one case, with a home for its client. */
export type Copy = Readonly<{
  root: string;
  repo: string;
  /** The main session's transcript. */
  main: string;
  /** Runs the installed hook as the client does, and returns its answer. */
  hook: (event: string, payload: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Runs each gate once in the tree and once in a copy, as a person does by `wukong gates --try`. */
  tryGates: () => Promise<string>;
  remove: () => void;
}>;

export type Prepared = Readonly<{
  /** `without`: before a session was there. */
  copy: (project: ProjectName, without?: 'session') => Copy;
  remove: () => void;
}>;

export type ProjectName = keyof typeof PROJECTS;

type Project = Readonly<{
  files: Readonly<Record<string, string>>;
  template: string;
  /** Its checks are asked in the other order than that in which they are found. */
  turned?: true;
  /** No person approved its checks. */
  revoked?: true;
}>;

const GUIDE = { 'docs/guide.md': '# Guide\n\nRun `npm test`.\n' };

const PROJECTS = {
  plain: { files: { ...TESTED_FILES, ...GUIDE }, template: TEMPLATE },
  tested: { files: TESTED_FILES, template: TESTED_TEMPLATE },
  feature: {
    files: FEATURE_FILES,
    template: TESTED_TEMPLATE.replace('name: fix', 'name: feature').replace('red_green', 'none'),
  },
  unapproved: { files: TESTED_FILES, template: TESTED_TEMPLATE, revoked: true },
  besideUntouched: { files: { ...TESTED_FILES, ...UNTOUCHED }, template: TESTED_TEMPLATE },
  twoFaults: { files: { ...TESTED_FILES, ...FAULTY }, template: TESTED_TEMPLATE },
  twoFaultsTurned: {
    files: { ...TESTED_FILES, ...FAULTY },
    template: TESTED_TEMPLATE,
    turned: true,
  },
} as const satisfies Record<string, Project>;

export async function prepare(): Promise<Prepared> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wukong-forgery-')));
  await prepared('forgery', folder, async (empty) => {
    for (const [name, project] of Object.entries(PROJECTS)) {
      await install(join(empty, beforeSession(name)), project);
    }
  });
  for (const [name, project] of Object.entries(PROJECTS)) await begin(join(folder, name), project);
  let copies = 0;
  return {
    copy: (project, without) => {
      const root = join(folder, `case-${++copies}`);
      copyFolder(join(folder, without ? beforeSession(project) : project), root);
      return at(root);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

function beforeSession(project: string): string {
  return `${project}-before`;
}

async function install(root: string, { files, template, turned, revoked }: Project): Promise<void> {
  const here = at(root);
  const { repo } = here;
  settleNpm(join(root, 'home'));
  for (const [path, text] of Object.entries(files)) {
    put(join(repo, path), text);
  }
  await git(repo, 'init', '--quiet', '--template=', '--initial-branch=main');
  await git(repo, 'add', '.');
  await git(repo, 'commit', '--quiet', '--message', 'A decoder with a fault');
  await node(here, [CLI, 'init', repo, '--yes'], '');
  const local = { ...JSON.parse(NO_TRIALS), executors: DOOR_CONFIG };
  put(join(repo, '.wukong/config.local.yaml'), JSON.stringify(local));
  if (turned) turnGates(join(repo, '.wukong', 'config.yaml'));
  if (revoked) await node(here, [CLI, 'trust', '--revoke'], '');
  await node(here, [CLI, 'trust', '--approve', '--gate', 'executor door'], '');
  put(join(repo, '.wukong', 'templates', `${nameOf(template)}.yaml`), template);
}

function turnGates(file: string): void {
  const settings = parse(readFileSync(file, 'utf8'));
  writeFileSync(file, stringify({ ...settings, gates: settings.gates.toReversed() }));
}

/** In a session of this very process. */
async function begin(root: string, { template }: Project): Promise<void> {
  copyFolder(beforeSession(root), root);
  const prompt = `/wukong_${nameOf(template)} it crashes`;
  const answer = await at(root).hook('UserPromptSubmit', { prompt });
  if (answer.includes('"block"')) throw new Error(`no goal was begun: ${answer}`);
}

function nameOf(template: string): string {
  return /^name: (\w+)/.exec(template)?.[1] ?? '';
}

function at(root: string): Copy {
  const repo = join(root, 'repo');
  const main = join(root, 'home', '.claude', 'projects', 'repo', `${SESSION}.jsonl`);
  mkdirSync(dirname(main), { recursive: true });
  return {
    root,
    repo,
    main,
    hook: (event, payload) => {
      const input = {
        session_id: SESSION,
        transcript_path: main,
        cwd: repo,
        prompt_id: 'p1',
        permission_mode: 'default',
        hook_event_name: event,
        ...payload,
      };
      const script = join(repo, '.wukong', 'runtime', 'hook.cjs');
      return node({ root, repo }, [script, event], JSON.stringify(input));
    },
    tryGates: () => node({ root, repo }, [CLI, 'gates', '--try'], ''),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

async function node(
  { root, repo }: Pick<Copy, 'root' | 'repo'>,
  args: readonly string[],
  stdin: string,
): Promise<string> {
  const home = join(root, 'home');
  const ended = await run(process.execPath, args, {
    cwd: repo,
    env: {
      ...systemPaths(),
      ...gitEnvironment(),
      HOME: home,
      USERPROFILE: home,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      CLAUDECODE: '1',
      CLAUDE_PROJECT_DIR: repo,
      CLAUDE_PID: String(process.pid),
      CLAUDE_CODE_SESSION_ID: SESSION,
    },
    stdin,
    timeoutMs: LIMIT_MS,
  });
  if (ended.code === 0 && ended.stderr === '') return ended.stdout;
  throw new Error(`${args.join(' ')} failed (${ended.code}): ${ended.stdout}${ended.stderr}`);
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
