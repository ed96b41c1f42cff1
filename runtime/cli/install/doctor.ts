import type { HealthFinding } from '../../hosts/claude-code/settings/health-finding.ts';
import { counted } from '../../words/plain-text.ts';
import { noRepository } from '../../workspace/bare-repository.ts';
import { programFolder } from '../../workspace/program-folder.ts';
import { findRepository } from '../../workspace/repository.ts';
import { VERSION } from '../../workspace/version.ts';
import type { Command } from '../frame/command.ts';
import { EXIT, failed, type Outcome } from '../frame/outcome.ts';
import { colors, printLine } from '../frame/output.ts';
import { checkHealth } from './health.ts';

export const doctor: Command = {
  description: 'Check the installation and that hooks run (read-only)',
  args: {},
  examples: [['wukong doctor', 'what is wrong with the installation, and what to do']],
  async run() {
    const folder = process.cwd();
    const ws = findRepository(folder);
    if (!ws) return failed(noRepository(folder), EXIT.failed);
    const { findings, facts } = await checkHealth(ws, folder, programFolder());
    return outcome(ws.root, findings, { wukong: VERSION, ...facts });
  },
};

function outcome(
  root: string,
  all: readonly HealthFinding[],
  facts: Readonly<Record<string, string>>,
): Outcome {
  const findings = all.filter(({ severity }) => severity === 'finding');
  const notes = all.filter(({ severity }) => severity === 'note');
  const lines = [
    ...findings.map((finding) => `${colors.red('finding')}  ${words(finding)}`),
    ...notes.map((finding) => `${colors.yellow('note')}  ${words(finding)}`),
    ...Object.entries(facts).map(([name, value]) => colors.dim(`${name}: ${value}`)),
    findings.length === 0 ? 'No problems found.' : `${counted(findings.length, 'finding')}.`,
  ];
  // Findings are what was asked for, so they are a result and go to stdout, whatever the exit code.
  printLine(lines.join('\n'));
  const json = {
    version: VERSION,
    root,
    findings: findings.map(forPrograms),
    notes: notes.map(forPrograms),
    facts,
  };
  return { exit: findings.length === 0 ? EXIT.done : EXIT.failed, text: '', json };
}

function words({ place, message, next }: HealthFinding): string {
  return `${place}  ${message}\n  next: ${next}`;
}

function forPrograms({ severity: _, ...finding }: HealthFinding) {
  return finding;
}
