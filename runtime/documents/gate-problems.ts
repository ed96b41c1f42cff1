// What a schema can't say about a command gate, in the configuration and in templates alike.

import { isDeepStrictEqual } from 'node:util';
import type { Template } from '../model/documents/template.ts';
import type { CommandGate, Gate } from '../model/gate.ts';
import { pathProblem } from './globs.ts';
import type { Wording } from './reader/schema-problems.ts';
import { asked, fromEach } from './reader/unread.ts';
import type { DataPath } from './reader/yaml-places.ts';

/** Such a name looks like a switch of ours and changes nothing but what a gate gets. */
const ALWAYS_PASSED: readonly string[] = ['PATH', 'HOME', 'CI', 'WUKONG_DEPTH'];

export function commandProblems(gate: CommandGate, path: DataPath): Wording[] {
  return asked([cwdProblems, shellProblems, envProblems, outputProblems], gate).map((wrong) => ({
    ...wrong,
    path: [...path, ...wrong.path],
  }));
}

function cwdProblems({ cwd }: CommandGate): Wording[] {
  const message = cwd ? pathProblem(cwd) : undefined;
  return message === undefined ? [] : [{ path: ['cwd'], at: 'value', message }];
}

function shellProblems({ shell, command }: CommandGate): Wording[] {
  if (!shell || command.length === 1) return [];
  const message = 'With "shell: true" a command is one line.';
  const hint = 'Write the whole line as its only item, or leave out "shell".';
  return [{ path: ['command'], at: 'value', message, hint }];
}

function envProblems({ env = [] }: CommandGate): Wording[] {
  return fromEach(env, (name, i): Wording[] => {
    if (!ALWAYS_PASSED.includes(name)) return [];
    const message = `Every gate has ${name}; leave it out.`;
    return [{ path: ['env', i], at: 'value', message }];
  });
}

function outputProblems({ outputs = [] }: CommandGate): Wording[] {
  return fromEach(outputs, ({ file }, i): Wording[] => {
    const message = file === '-' ? undefined : outputProblem(file);
    return message === undefined ? [] : [{ path: ['outputs', i, 'file'], at: 'value', message }];
  });
}

function outputProblem(file: string): string | undefined {
  if (file.includes('**')) return 'A star matches within one name here; write one for each folder.';
  return pathProblem(file.replaceAll('*', 'x'));
}

/** Reports and the final check know a gate by its name, so a name stands for one command. */
export function gateNameProblems(template: Template, ofRepository: readonly Gate[]): Wording[] {
  const known = new Map(ofRepository.map((gate) => [gate.name, gate]));
  return fromEach(template.nodes, ({ verification_plan: plan }, node) =>
    fromEach(['deterministic', 'behavioral'] as const, (list) =>
      fromEach(plan?.[list] ?? [], (gate, i): Wording[] => {
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
