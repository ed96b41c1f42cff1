// The fault every case starts from, and the templates of its goals.

import type { Acting } from './acting.ts';

export const SOURCE = 'src/decoder.js';
const CRASH = '  const version = bytes.readUInt8(0);';
export const GUARD = '  if (bytes.length === 0) return [];';

/** The source with its fault. */
export const CRASHES = `export function decode(bytes) {\n${CRASH}\n  return [version];\n}\n`;

/** As the configuration of the repository has them. */
export const REPOSITORY_TESTS = '{ type: repository, for: test }';

export function fixed(text: string): string {
  if (!text.includes(CRASH)) throw new Error('there is nothing left to fix');
  return text.replace(CRASH, `${GUARD}\n${CRASH}`);
}

/** Says that it fixed the fault, and leaves it. */
export function leaves(agent: Acting): void {
  agent.edit(SOURCE, `${agent.text(SOURCE)}// fixed\n`);
}

/** One node for each role that is tried, and no red and green: a case is about what a report proves. */
export const TEMPLATE = template('One node a role, to try reports on.', REPOSITORY_TESTS, {
  proof: 'none',
  nodes: `  - id: N-020
    title: Find the cause
    role: eye
    instructions: Find it.
    quality: { evidence_level_required: L1 }
    verification_plan: { deterministic: [] }
`,
  edges: '  - { from: N-020, to: N-030, condition: on_success }\n',
});

/** A fix, held by `gates`, and the sum of it; `more` stands beside the fix. */
export function template(
  description: string,
  gates: string,
  more = { proof: 'red_green', nodes: '', edges: '' },
): string {
  return `name: fix
version: 1
description: ${description}
proof: ${more.proof}
success_criteria: [It holds.]
nodes:
  - id: N-010
    title: Fix the cause
    role: body
    instructions: Fix it.
    quality: { evidence_level_required: L2 }
    verification_plan: { deterministic: [${gates}] }
${more.nodes}  - id: N-030
    title: Sum up
    role: mind
    instructions: Sum up.
edges:
  - { from: N-010, to: N-030, condition: on_success }
${more.edges}`;
}
