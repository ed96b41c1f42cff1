// The built-in templates, as plans in a repository with one test gate.

import { readFileSync } from 'node:fs';
import { loadTemplate } from '../../runtime/documents/template.ts';
import type { Plan } from '../../runtime/kernel/requests/goals.ts';
import type { Gate } from '../../runtime/model/gate.ts';
import { workspace } from './workspace.ts';

export const TESTS = {
  type: 'test',
  name: 'unit tests',
  command: ['npm', 'test'],
  mustPass: true,
  expect_exit: 0,
  timeout_sec: 300,
} satisfies Gate;

/** A template of the installed program, as files of a repository. */
export function ofProgram(file: string, text: string): Readonly<Record<string, string>> {
  const version = '0123456789abcdef';
  const programs = '.git/wukong/runtime';
  return { [`${programs}/current`]: version, [`${programs}/${version}/templates/${file}`]: text };
}

export async function loaded(name: string, risk?: 'high') {
  const text = readFileSync(new URL(`../../templates/${name}.yaml`, import.meta.url), 'utf8');
  const ws = workspace(ofProgram(`${name}.yaml`, text));
  return loadTemplate(ws, name, [TESTS], { risk });
}

export async function builtIn(name: string, risk?: 'high'): Promise<Plan> {
  const plan = await loaded(name, risk);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error, null, 1));
  return plan.value;
}
