// The checks a repository has, by the files its tools leave. Proposals only: a gate runs when a
// person approved it.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandGate, CommandGateType } from '../../model/gate.ts';
import { codeOf } from '../../store/code-of.ts';
import type { Workspace } from '../../store/paths.ts';

const TIMEOUT_SEC = 300;
/** Larger is no file a person wrote. */
const MAX_BYTES = 1024 * 1024;

/** In the order they should run, quick ones of a tool after its tests. Names are unique. */
export function discoverGates(ws: Pick<Workspace, 'root'>): CommandGate[] {
  const { root } = ws;
  const gates = [
    ...nodeGates(root),
    ...(has(root, 'Cargo.toml') ? [gate('test', ['cargo', 'test'])] : []),
    ...(has(root, 'go.mod') ? [gate('test', ['go', 'test', './...'])] : []),
    ...pythonGates(root),
    ...javaGates(root),
  ];
  // A Makefile often only wraps what was found already.
  if (gates.some((found) => found.type === 'test')) return gates;
  return hasMakeTarget(root, 'test') ? [...gates, gate('test', ['make', 'test'])] : gates;
}

function gate(type: CommandGateType, command: readonly string[]): CommandGate {
  const name = command.join(' ');
  return { type, name, command, mustPass: true, expect_exit: 0, timeout_sec: TIMEOUT_SEC };
}

const SCRIPTS = ['test', 'lint', 'typecheck'] as const;

function nodeGates(root: string): CommandGate[] {
  const scripts = scriptsOf(read(root, 'package.json'));
  const manager = packageManager(root);
  return SCRIPTS.filter((name) => isRealScript(scripts[name])).map((name) => {
    // `bun test` is bun's own runner, not the script.
    const short = name === 'test' && manager !== 'bun';
    return gate(name, short ? [manager, 'test'] : [manager, 'run', name]);
  });
}

function scriptsOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const scripts = JSON.parse(text ?? '{}')?.scripts;
    return typeof scripts === 'object' && scripts !== null ? scripts : {};
  } catch {
    return {}; // npm will say what is wrong with it; here there is nothing to propose.
  }
}

/** `npm init` writes a test that says there is none and fails. */
function isRealScript(script: unknown): boolean {
  return typeof script === 'string' && script.trim() !== '' && !/no test specified/i.test(script);
}

function packageManager(root: string): 'npm' | 'pnpm' | 'yarn' | 'bun' {
  if (has(root, 'pnpm-lock.yaml')) return 'pnpm';
  if (has(root, 'yarn.lock')) return 'yarn';
  if (has(root, 'bun.lock') || has(root, 'bun.lockb')) return 'bun';
  return 'npm';
}

function pythonGates(root: string): CommandGate[] {
  const project = read(root, 'pyproject.toml');
  const usesPytest =
    has(root, 'pytest.ini') ||
    /pytest/.test(read(root, 'tox.ini') ?? '') ||
    (project !== undefined && (/pytest/.test(project) || has(root, 'tests') || has(root, 'test')));
  if (!usesPytest) return [];
  if (has(root, 'uv.lock')) return [gate('test', ['uv', 'run', 'pytest'])];
  if (has(root, 'poetry.lock')) return [gate('test', ['poetry', 'run', 'pytest'])];
  return [gate('test', ['pytest'])];
}

function javaGates(root: string): CommandGate[] {
  if (has(root, 'pom.xml')) {
    return [gate('test', has(root, 'mvnw') ? ['./mvnw', '-B', 'test'] : ['mvn', '-B', 'test'])];
  }
  if (has(root, 'build.gradle') || has(root, 'build.gradle.kts')) {
    return [gate('test', has(root, 'gradlew') ? ['./gradlew', 'test'] : ['gradle', 'test'])];
  }
  return [];
}

function hasMakeTarget(root: string, target: string): boolean {
  const text = read(root, 'Makefile') ?? read(root, 'makefile') ?? '';
  return new RegExp(`^${target}[ \\t]*:(?!=)`, 'm').test(text);
}

function has(root: string, name: string): boolean {
  return existsSync(join(root, name));
}

function read(root: string, name: string): string | undefined {
  const path = join(root, name);
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
