import { fileFailure } from '../../files/file-failure.ts';
import { parseAnchors } from '../../memory/anchors.ts';
import { type AnchorReview, reviewsOf, sectionHash, sectionOf } from '../../memory/reviewed.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { redactor } from '../../privacy/redact.ts';
import { runStep } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { Decider } from './carry-out.ts';
import { readPeopleText } from './people-text.ts';

/** Writes down that a person looked at an entry as it reads now, and gives what it was before. */
export function reviewEntry(ws: Workspace, id: string, decider: Decider): Result<AnchorReview> {
  try {
    const read = readPeopleText(files.anchors(ws), 'anchors.md');
    if (!read.ok) return read;
    const section = sectionOf(read.value, id) ?? '';
    const title = redactor(process.env)(parseAnchors(read.value).get(id)?.title ?? '');
    const recorded = runStep(ws, (step) => {
      const before = reviewsOf(read.value, step.state.reviewed_anchors).get(id);
      if (before === 'here') return before;
      const payload = { id, title, sha256: sectionHash(section), ...decider };
      step.emit({ type: 'anchors.reviewed', payload });
      return before;
    });
    return recorded.ok ? ok(recorded.value) : fail(recorded.failure);
  } catch (error) {
    return fail(fileFailure(error));
  }
}
