import { basename, resolve } from 'node:path';
import { today } from '../../engine/anchors/carry-out.ts';
import { readPeopleText } from '../../engine/anchors/people-text.ts';
import { proposedSoFar } from '../../engine/goal/past.ts';
import { inRecords, withoutDecided, writeCandidates } from '../../engine/goal/propose-anchors.ts';
import { codeOf } from '../../files/file-failure.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readBytes } from '../../files/reading.ts';
import { type Imported, importJson, importMarkdown } from '../../memory/review/import-anchors.ts';
import { redactAll, redactor } from '../../privacy/redact.ts';
import { runStep } from '../../step/run-step.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { whoDecides } from './who-decides.ts';

const HOW = 'For example: wukong anchors import old-anchors.md';

/** Into the candidates, never into anchors.md: a person decides about each. */
export async function importFile(_: Workspace, words: readonly string[]): Promise<Outcome> {
  const [file, more] = words;
  if (file === undefined || more !== undefined) return misused('Import which file?', HOW);
  const path = resolve(file);
  const name = oneLine(basename(path), 100);
  if (!isThere(path)) return misused(`There is no file ${oneLine(file, 200)} to read.`, HOW);
  const read = readPeopleText(path, name);
  if (!read.ok) return failed(read.error);
  const imported = importText(read.value, name);
  if (imported.problems.length > 0) {
    return failed({ kind: 'bad-file', problems: imported.problems });
  }
  const who = await whoDecides(
    () => `Import ${imported.candidates.length} candidates from ${name}`,
  );
  if (!who.ok) return who.error;
  const { ws, decider } = who.value;
  const found = redactAll(imported.candidates, redactor(process.env));
  const fresh = withoutDecided(ws, found, proposedSoFar(ws));
  if (fresh.length > 0) {
    const recorded = runStep(ws, (step) => {
      for (const candidates of inRecords(fresh)) {
        step.emit({ type: 'anchors.imported', payload: { file: name, candidates, ...decider } });
      }
    });
    if (!recorded.ok) return failed(recorded.failure);
    writeCandidates(ws, fresh);
  }
  return done(importedText(found.length, fresh.length), {
    found: found.length,
    imported: fresh.map(({ id, type, title }) => ({ id, type, title })),
  });
}

function isThere(path: string): boolean {
  try {
    readBytes(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function importText(text: string, name: string): Imported {
  const origin = { name, day: today() };
  if (!/^\uFEFF?\s*[[{]/.test(text)) return importMarkdown(text, origin);
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  return value === undefined ? importMarkdown(text, origin) : importJson(value, origin);
}

function importedText(found: number, fresh: number): string {
  if (found === 0) return 'Nothing in it names a type: Decision, Constraint, Pattern or Metric.';
  const known = found - fresh;
  const rest = known > 0 ? ` ${known} were proposed before, or stand in anchors.md.` : '';
  const where = fresh > 0 ? ' They wait for you in .wukong/anchors/anchors_candidates.md.' : '';
  return `${fresh} of ${found} entries are new candidates.${where}${rest}`;
}
