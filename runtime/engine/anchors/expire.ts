import { fileFailure } from '../../files/file-failure.ts';
import { editSection } from '../../memory/anchor-sections.ts';
import { expiring } from '../../memory/review/section.ts';
import { sectionHash, sectionOf } from '../../memory/reviewed.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { runStep } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { CHANGING, type Decider } from './carry-out.ts';
import { oneAtATime, readPeopleText, replaceIfSame } from './people-text.ts';
import { writeIndex } from './write-index.ts';

/** Writes the last day on which an anchor counts into its entry, and then into the log. */
export function expireAnchor(
  ws: Workspace,
  id: string,
  day: string,
  decider: Decider,
): Result<null> {
  try {
    return oneAtATime(ws, () => expireNow(ws, id, day, decider));
  } catch (error) {
    return fail(fileFailure(error));
  }
}

function expireNow(ws: Workspace, id: string, day: string, decider: Decider): Result<null> {
  const before = readPeopleText(files.anchors(ws), 'anchors.md');
  if (!before.ok) return before;
  const after = editSection(before.value, id, (lines) => expiring(lines, day));
  if (!replaceIfSame(ws, files.anchors(ws), before.value, after)) return fail(CHANGING);
  const hashIn = (markdown: string): string => sectionHash(sectionOf(markdown, id) ?? '');
  const hashes = { sha256: hashIn(after), sha256_before: hashIn(before.value) };
  const payload = { id, day, ...hashes, ...decider };
  const recorded = runStep(ws, (step) => step.emit({ type: 'anchors.expired', payload }));
  if (!recorded.ok) return fail(recorded.failure);
  writeIndex(ws, after);
  return ok(null);
}
