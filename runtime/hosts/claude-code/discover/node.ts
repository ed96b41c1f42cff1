import { findNodeAtLocation } from 'jsonc-parser';
import { placeOf, readJson } from '../../../files/json-file.ts';
import type { CommandGateType } from '../../../model/gate.ts';
import { type Folder, has, type Origin, type Proposal, propose, read } from './proposal.ts';

/** Of several names of one thing the first that is there. */
const SCRIPTS: ReadonlyArray<readonly [CommandGateType, readonly string[]]> = [
  ['test', ['test']],
  ['lint', ['lint']],
  ['typecheck', ['typecheck', 'type-check', 'check-types', 'check:types']],
  ['build', ['build']],
];

type Manager = Readonly<{ name: 'npm' | 'pnpm' | 'yarn' | 'bun'; because: string }>;

/** The scripts of package.json, by the package manager whose lock file is there. */
export function nodeProposals(folder: Folder): Proposal[] {
  const text = read(folder, 'package.json');
  const json = text === undefined ? undefined : readJson(text);
  // npm will say what is wrong with a broken one; here there is nothing to propose.
  if (text === undefined || !json?.ok) return [];
  const values = scriptsOf(json.value);
  const manager = managerOf(folder, text);
  return SCRIPTS.flatMap(([type, names]) => {
    const name = names.find((one) => isRealScript(values[one]));
    if (name === undefined) return [];
    const around = type === 'test' ? hooksOf(values) : [];
    const beside = around.length === 0 ? '' : `; it also runs ${told(around, values)}`;
    const only = around.length === 0 ? undefined : onlyTests(values);
    const made = (script: string, why: string, origin: Origin = 'tool'): Proposal => {
      // `bun test` is bun's own runner, not the script.
      const isShort = script === 'test' && manager.name !== 'bun';
      const command = isShort ? [manager.name, 'test'] : [manager.name, 'run', script];
      const at = findNodeAtLocation(json.root, ['scripts', script])?.offset ?? 0;
      const from = { file: 'package.json', line: placeOf(text, at).line, why, origin };
      return propose(folder, type, command, from);
    };
    const why = `the script "${name}"${manager.because}`;
    if (only === undefined) return [made(name, `${why}${beside && `${beside}: ${CANNOT}`}`)];
    const first = `the script "${only}" only tests, where "test" also runs ${told(around, values)}: ${CANNOT}`;
    return [made(only, `${first}${manager.because}`), made(name, `${why}${beside}`, 'wrapper')];
  });
}

/** Of a package that is tested in clean copies. */
const CANNOT = 'an audit cannot pass in a copy, where node_modules is a link';

/** What the package manager runs around the tests. */
function hooksOf(values: Scripts): string[] {
  return ['pretest', 'posttest'].filter((name) => isRealScript(values[name]));
}

function told(hooks: readonly string[], values: Scripts): string {
  return hooks.map((name) => `"${name}" (${String(values[name]).slice(0, 60)})`).join(' and ');
}

function onlyTests(values: Scripts): string | undefined {
  return ONLY_TESTS.find((name) => isRealScript(values[name]));
}

const ONLY_TESTS = [
  ...['tests-only', 'test-only', 'tests:only', 'test:only', 'unit', 'unit-tests', 'unit-test'],
  ...['test:unit', 'tests:unit', 'test-unit', 'tests-unit'],
];

type Scripts = Readonly<Record<string, unknown>>;

function scriptsOf(values: unknown): Scripts {
  const { scripts } =
    typeof values === 'object' && values !== null ? { scripts: undefined, ...values } : {};
  return typeof scripts === 'object' && scripts !== null ? scripts : {};
}

/** `npm init` writes a test that says there is none and fails. */
function isRealScript(script: unknown): boolean {
  return typeof script === 'string' && script.trim() !== '' && !/no test specified/i.test(script);
}

const LOCKS = [
  ['pnpm', ['pnpm-lock.yaml']],
  ['yarn', ['yarn.lock']],
  ['bun', ['bun.lock', 'bun.lockb']],
  ['npm', ['package-lock.json', 'npm-shrinkwrap.json']],
] as const;

/** A package of a workspace has the lock file of the top. */
function managerOf(folder: Folder, text: string): Manager {
  const top = { root: folder.root, below: '' };
  for (const where of [folder, top]) {
    for (const [name, locks] of LOCKS) {
      const lock = locks.find((file) => has(where, file));
      if (lock !== undefined) return { name, because: `; ${lock} says ${name}` };
    }
  }
  const named = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(text)?.[1];
  const name = LOCKS.find(([one]) => one === named)?.[0];
  return name ? { name, because: `; packageManager says ${name}` } : { name: 'npm', because: '' };
}
