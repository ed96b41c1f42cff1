import { findNodeAtLocation } from 'jsonc-parser';
import { placeOf, readJson } from '../../../files/json-file.ts';
import type { CommandGateType } from '../../../model/gate.ts';
import { type Folder, has, type Proposal, propose, read } from './proposal.ts';

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
    // `bun test` is bun's own runner, not the script.
    const isShort = name === 'test' && manager.name !== 'bun';
    const command = isShort ? [manager.name, 'test'] : [manager.name, 'run', name];
    const { line } = placeOf(text, findNodeAtLocation(json.root, ['scripts', name])?.offset ?? 0);
    const why = `the script "${name}"${manager.because}`;
    return [propose(folder, type, command, { file: 'package.json', line, why })];
  });
}

function scriptsOf(values: unknown): Readonly<Record<string, unknown>> {
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
