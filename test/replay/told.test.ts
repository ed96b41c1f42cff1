import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGoals } from '../../runtime/inspect/read-goals.ts';
import { readResult } from '../../runtime/inspect/read-result.ts';
import { pageOf } from '../../runtime/page/page-of.ts';
import { renderPage } from '../../runtime/page/render-page.ts';
import { renderSummary } from '../../runtime/words/goal/summary.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { readGolden, releases } from './golden.ts';

const silent = (): void => undefined;

function idsIn(ws: Workspace): readonly string[] {
  const goals = readGoals(ws, undefined, silent);
  return goals.ok ? goals.ids : [];
}

test.each(releases())('what each goal of a log of release %s came to can be told', (name) => {
  using at = temporaryWorkspace();
  writeFileSync(files.log(at.ws), readGolden(name).log);
  const ids = idsIn(at.ws);
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) {
    const goals = readGoals(at.ws, id, silent);
    if (!goals.ok || !goals.named) throw new Error(`${id} is not there`);
    const read = readResult(at.ws, goals.named, silent);
    if (!read.ok) throw new Error(read.error.kind);
    const result = read.value;
    expect(JSON.parse(JSON.stringify(result)), id).toEqual(result);
    expect(renderSummary(result)).toContain(`# ${id}: `);
    const patch = { text: '', isMeasured: false, notes: [] };
    const page = pageOf({ result, read: new Map(), patch, logs: [] });
    expect(renderPage(page)).toContain(`<title>${id} `);
  }
});
