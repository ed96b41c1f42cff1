import { DEFAULTS, type DefaultName } from '../../../model/defaults.ts';
import type { CommandGate } from '../../../model/gate.ts';
import { PLAIN } from '../../../model/settings.ts';

/** The first `.wukong/config.yaml` of a repository: the gates found in it, and every default to see. */
export function firstConfigFile(gates: readonly CommandGate[]): string {
  return `# yaml-language-server: $schema=../.git/wukong/schemas/config.schema.json
#
# Wukong's settings for this repository. All of it is optional. Who set Wukong up for a team has
# this file in git; settings that widen what may happen count only in config.local.yaml, which never is.

# Checks the runtime runs itself before work counts as done. A gate runs only in a clone where a
# person approved exactly its command: \`wukong trust\` shows and changes that.
${gatesText(gates)}
# Which files are the program: where a fault has to be shown, every other file only judges it. Without
# this the manifests say it, and \`wukong doctor\` shows what.
# product: ["src/**", "!src/generated/**"]

# limits:
${limitLines()}

# The model of a role, as the client names it; else that of its agent file, or of the session.
# models: { eye: haiku, ear: haiku }

# Commands, by their first words, that an agent may not run without a person.
# approval: [git push, git commit, npm publish]

# What hooks record of sessions without a goal: all (type, time, ids), goals (nothing), off.
# record: all
`;
}

function limitLines(): string {
  const limits = Object.entries(PLAIN).filter(([, { at }]) => at.startsWith('limits.'));
  return limits
    .map(([name, { means }]) => {
      const set = `${name}: ${DEFAULTS[name as DefaultName]}`;
      return `#   ${set.padEnd(30)} # ${means.replace(/\.( .*)?$/, '')}`;
    })
    .join('\n');
}

const EXAMPLE = `# None was found here. Without one the runtime runs no tests by itself. For example:
# gates:
#   - type: test
#     name: unit tests
#     command: [make, test]
#   - type: test
#     name: script
#     command: ["./build.sh && ./test.sh"]   # one line for a shell
#     shell: true
gates: []
`;

function gatesText(gates: readonly CommandGate[]): string {
  if (gates.length === 0) return EXAMPLE;
  const found = gates.map((gate) => `#   ${gate.command.join(' ')}`).join('\n');
  const entries = gates.map(({ type, name, command, cwd, shell, timeout_sec }) => {
    // JSON text and lists are YAML, whatever characters they hold.
    const words = command.map((word) => JSON.stringify(word)).join(', ');
    return `  - type: ${type}
    name: ${JSON.stringify(name)}
    command: [${words}]
${shell ? '    shell: true\n' : ''}${cwd === undefined ? '' : `    cwd: ${JSON.stringify(cwd)}\n`}    timeout_sec: ${timeout_sec}
`;
  });
  return `# Found here:\n${found}\ngates:\n${entries.join('')}`;
}
