import type { Report } from '../../model/report.ts';
import { isPlaceholder } from './report-lines.ts';

/** A command a report offers as proof, with every way its text can be read as a command. */
export type CitedCommand = Readonly<{ shown: string; forms: readonly string[] }>;

const MAX_CITED = 100;
/** Where a command may end and the remark about its result begin. */
const REMARK =
  /\s*(?:=>|->|→|⇒|—|–)\s*|\s+-\s+|[:：](?:\s+|$)|\s+[([✓✔✅❌]|\s+(?:pass|ok\b|green|succe|all )/gi;

/**
 * Commands from `Repro` and `Tests`. Reading them generously is safe: a form counts only if exactly
 * this command was seen to run.
 */
export function citedCommands(report: Pick<Report, 'repro' | 'tests'>): readonly CitedCommand[] {
  const repro = report.repro.map(({ command }) => citedCommand(command, 'whole'));
  const tests = testTexts(report.tests ?? '').map((text) => citedCommand(text, 'shortened'));
  const cited = [...repro, ...tests].slice(0, MAX_CITED);
  return [...new Map(cited.map((command) => [command.shown, command])).values()];
}

function testTexts(tests: string): readonly string[] {
  if (isPlaceholder(tests)) return [];
  const spans = [...tests.matchAll(/`([^`]{1,4000})`/g)].map((match) => match[1] ?? '');
  if (spans.length > 0) return spans;
  const pieces = tests.split(/[;,]\s+/);
  return pieces.length > 1 ? [...pieces, tests] : pieces;
}

/** `Tests: npm test => 12 passed` is shown without its remark, a repro command as it was given. */
function citedCommand(text: string, show: 'whole' | 'shortened'): CitedCommand {
  const whole = text.trim().replace(/^(?:ran|run)[:：]?\s+/i, '');
  const cuts = [...whole.matchAll(REMARK)].map((match) => whole.slice(0, match.index).trim());
  const forms = [whole, ...cuts.slice(0, 10)].filter((form) => form !== '');
  const short = show === 'shortened' ? cuts.find((cut) => cut !== '') : undefined;
  return { shown: short ?? whole, forms };
}
