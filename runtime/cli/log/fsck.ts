import { type Checked, checkWorkspace } from '../../inspect/check-workspace.ts';
import type { Finding } from '../../model/finding.ts';
import { explainFinding } from '../../words/explain-finding.ts';
import { counted, oneLine } from '../../words/plain-text.ts';
import type { Command } from '../frame/command.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { EXIT, failed, type Outcome } from '../frame/outcome.ts';
import { colors, printLine } from '../frame/output.ts';
import { progress } from '../frame/progress.ts';

export const fsck: Command = {
  description: 'Check the log, caches and evidence for consistency (read-only)',
  args: {
    team: { type: 'boolean', description: 'The log against what is mirrored of it in its team' },
  },
  examples: [
    ['wukong fsck', 'changes nothing'],
    ['wukong fsck --team', 'names the first record that the mirror has otherwise'],
  ],
  async run(args) {
    if (args.flag('team')) return (await import('./fsck-team.ts')).fsckTeam();
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const { ws } = opened.value;
    const shown = progress();
    const checked = checkWorkspace(ws, shown.update);
    shown.end();
    return outcome(ws.root, checked);
  },
};

function outcome(root: string, checked: Checked): Outcome {
  const { asOf, events, files, artifacts } = checked;
  const findings = checked.findings.filter(({ severity }) => severity === 'finding');
  const notes = checked.findings.filter(({ severity }) => severity === 'note');
  const parts = files.length === 1 ? '' : ` in ${files.length} files`;
  const what = `${events} events${parts} up to ${asOf ?? 'a place that cannot be read'}, ${artifacts} evidence files`;
  const lines = [
    ...findings.map((finding) => `${colors.red('finding')}  ${words(finding)}`),
    ...notes.map((note) => `${colors.yellow('note')}  ${words(note)}`),
    findings.length === 0 ? `Clean: ${what}.` : `${counted(findings.length, 'finding')}: ${what}.`,
  ];
  // Findings are what was asked for, so they are a result and go to stdout, whatever the exit code.
  printLine(lines.join('\n'));
  const json = {
    root,
    as_of: asOf,
    events,
    files,
    artifacts,
    findings: findings.map(forPrograms),
    notes: notes.map(forPrograms),
  };
  return { exit: findings.length === 0 ? EXIT.done : EXIT.failed, text: '', json };
}

function words(finding: Finding): string {
  const { message, hint } = explainFinding(finding);
  // A failure of the log names its place itself.
  const place = finding.kind === 'log' ? '' : `${placeOf(finding)}  `;
  return `${place === '  ' ? '' : place}${message}\n  hint: ${hint}`;
}

/** `.wukong/events.jsonl:7, byte 1234` */
function placeOf({ file, line, byte, event }: Finding): string {
  const where = file === undefined ? '' : oneLine(`.wukong/${file}`, 300);
  const at = line === undefined ? where : `${where}:${line}`;
  return [at, byte === undefined ? '' : `byte ${byte}`, event ?? '']
    .filter((part) => part !== '')
    .join(', ');
}

function forPrograms(finding: Finding) {
  const { kind, file, line, byte, event } = finding;
  return { kind, file, line, byte, event, ...explainFinding(finding) };
}
