// What a schema can't say about a command gate, in the configuration and in templates alike.

import { isDeepStrictEqual } from 'node:util';
import type { Template } from '../model/documents/template.ts';
import type { CommandGate, Gate } from '../model/gate.ts';
import { pathProblem } from './globs.ts';
import type { Wording } from './schema-problems.ts';
import type { DataPath } from './yaml-places.ts';

/** Such a name looks like a switch of ours and changes nothing but what a gate gets. */
const ALWAYS_PASSED: readonly string[] = ['PATH', 'HOME', 'CI', 'WUKONG_DEPTH'];

export function commandProblems(gate: CommandGate, path: DataPath): Wording[] {
  const problems: Wording[] = [];
  const add = (at: DataPath, message: string | undefined, hint?: string): void => {
    if (message === undefined) return;
    problems.push({ path: [...path, ...at], at: 'value', message, ...(hint ? { hint } : {}) });
  };
  if (gate.cwd) add(['cwd'], pathProblem(gate.cwd));
  if (gate.shell && gate.command.length !== 1) {
    const hint = 'Write the whole line as its only item, or leave out "shell".';
    add(['command'], 'With "shell: true" a command is one line.', hint);
  }
  for (const [i, name] of (gate.env ?? []).entries()) {
    if (ALWAYS_PASSED.includes(name)) add(['env', i], `Every gate has ${name}; leave it out.`);
  }
  for (const [i, { file }] of (gate.outputs ?? []).entries()) {
    if (file !== '-') add(['outputs', i, 'file'], outputProblem(file));
  }
  return problems;
}

function outputProblem(file: string): string | undefined {
  if (file.includes('**')) return 'A star matches within one name here; write one for each folder.';
  return pathProblem(file.replaceAll('*', 'x'));
}

/** Reports and the final check know a gate by its name, so a name stands for one command. */
export function gateNameProblems(template: Template, ofRepository: readonly Gate[]): Wording[] {
  const known = new Map(ofRepository.map((gate) => [gate.name, gate]));
  return template.nodes.flatMap(({ verification_plan: plan }, node) =>
    (['deterministic', 'behavioral'] as const).flatMap((list) =>
      (plan?.[list] ?? []).flatMap((gate, i): Wording[] => {
        if (gate.type === 'builtin' || gate.type === 'repository') return [];
        const other = known.get(gate.name);
        known.set(gate.name, other ?? gate);
        if (other === undefined || isDeepStrictEqual(other, gate)) return [];
        const path = ['nodes', node, 'verification_plan', list, i, 'name'];
        const message = `Another gate is called "${gate.name}", and runs something else.`;
        return [{ path, at: 'value', message, hint: 'Give this one a name of its own.' }];
      }),
    ),
  );
}
