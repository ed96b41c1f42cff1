import { findRepository } from '../store/repository.ts';
import type { Command } from './commands.ts';
import { type Ailment, checkHealth } from './health.ts';
import { EXIT, failed, type Outcome } from './outcome.ts';
import { colors, tell } from './output.ts';
import { programFolder } from './program.ts';

export const doctor: Command = {
  description: 'Look whether Wukong is whole here and its hooks are heard; changes nothing',
  args: {},
  async run() {
    const folder = process.cwd();
    const ws = findRepository(folder);
    if (!ws) return failed({ kind: 'not-a-repository', folder }, EXIT.failed);
    const { ailments, facts } = await checkHealth(ws, programFolder());
    return outcome(ws.root, ailments, facts);
  },
};

function outcome(
  root: string,
  all: readonly Ailment[],
  facts: Readonly<Record<string, string>>,
): Outcome {
  const findings = all.filter(({ severity }) => severity === 'finding');
  const notes = all.filter(({ severity }) => severity === 'note');
  const lines = [
    ...findings.map((ailment) => `${colors.red('finding')}  ${words(ailment)}`),
    ...notes.map((ailment) => `${colors.yellow('note')}  ${words(ailment)}`),
    ...Object.entries(facts).map(([name, value]) => colors.dim(`${name}: ${value}`)),
    findings.length === 0
      ? 'Sound: nothing was found that has to be mended.'
      : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`,
  ];
  // Findings are what was asked for, so they are a result and go to stdout, whatever the exit code.
  tell(lines.join('\n'));
  const json = { root, findings: findings.map(forPrograms), notes: notes.map(forPrograms), facts };
  return { exit: findings.length === 0 ? EXIT.done : EXIT.failed, text: '', json };
}

function words({ place, message, next }: Ailment): string {
  return `${place}  ${message}\n  next: ${next}`;
}

function forPrograms({ severity: _, ...ailment }: Ailment) {
  return ailment;
}
