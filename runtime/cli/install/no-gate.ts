// What to write where a repository has no gate, and what follows from having none.

import { CI_QUERY } from '../../evidence/gates/ci-result.ts';
import type { HealthFinding } from '../../hosts/claude-code/settings/health-finding.ts';
import type { GateApproval } from '../../model/gate.ts';
import { type KnownGates, sameApproval } from './known-gates.ts';

/** Asking GitHub about a run checks nothing here. */
export function hasGate({ gates }: Readonly<{ gates: readonly GateApproval[] }>): boolean {
  return gates.some((gate) => !sameApproval(gate, CI_QUERY));
}

export const NO_GATE = 'Without a gate nothing is run, and work is proven to L1 at most.';

/** As they stand in the file: the first line takes the place of `gates: []`. */
export const EXAMPLE_GATES: readonly string[] = [
  'gates:',
  '  - { type: test, name: unit tests, command: [make, test] }',
  '  - { type: test, name: script, command: ["./build.sh && ./test.sh"], shell: true }',
];

/** For a person, line by line. */
export const HOW_TO_NAME_ONE: readonly string[] = [
  'In .wukong/config.yaml write what checks this repository, for example:',
  ...EXAMPLE_GATES.map((line) => `  ${line}`),
  'Then, in a terminal of your own: wukong trust --approve',
];

export function withoutGate(known: KnownGates): HealthFinding[] {
  // A file with a fault may name some.
  if (hasGate(known) || known.problem !== undefined) return [];
  return [
    {
      severity: 'note',
      kind: 'no-gate',
      place: '.wukong/config.yaml',
      message: `No gate is configured. ${NO_GATE}`,
      next: 'wukong gates (it says what was found here, and what to write)',
    },
  ];
}
