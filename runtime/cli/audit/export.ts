import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { csvOf } from '../../entities/csv.ts';
import type { Entities } from '../../entities/entities.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { orFailure } from '../../files/file-failure.ts';
import { readEnds } from '../../files/reading.ts';
import { realPath } from '../../files/real-path.ts';
import { artifactSchema } from '../../model/views/entities/artifact.ts';
import { decisionSchema } from '../../model/views/entities/decision.ts';
import { goalEntitySchema } from '../../model/views/entities/goal.ts';
import { runEntitySchema } from '../../model/views/entities/run.ts';
import { workItemSchema } from '../../model/views/entities/work-item.ts';
import { escalationSchema } from '../../model/views/escalation.ts';
import { counted, oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { keptFolderOf } from '../../workspace/repository.ts';
import type { Command } from '../frame/command.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { readEntities } from './read-entities.ts';

/** One file an entity, with its fields as columns. */
const TABLES: Readonly<Record<keyof Entities, readonly string[]>> = {
  goals: Object.keys(goalEntitySchema.shape),
  work_items: Object.keys(workItemSchema.shape),
  runs: Object.keys(runEntitySchema.shape),
  artifacts: Object.keys(artifactSchema.shape),
  decisions: Object.keys(decisionSchema.shape),
  escalations: Object.keys(escalationSchema.omit({ schema_version: true }).shape),
};

export const exportTables: Command = {
  description: 'Write goals, items, runs, artifacts, decisions and escalations as tables',
  args: {
    csv: { type: 'string', valueHint: 'DIR', description: 'The folder for one CSV file an entity' },
    goal: { type: 'positional', required: false, description: 'G-0001; without it all goals' },
  },
  examples: [['wukong export --csv tables', 'all goals, for a spreadsheet or SQL']],
  run(args): Outcome {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const { ws } = opened.value;
    const dir = args.text('csv')?.trim();
    if (!dir) return misused('Where to?', 'Type: wukong export --csv DIR');
    const folder = resolve(dir);
    const refused = refusedPlace(ws, folder);
    if (refused) return refused;
    const read = readEntities(ws, args.text('goal'));
    if (!read.ok) return read.error;
    const names = Object.keys(TABLES) as Array<keyof Entities>;
    const written = orFailure(() => {
      makeFolders(folder, 0o777);
      return {
        ok: true,
        files: names.map((name) => {
          const file = join(folder, `${name}.csv`);
          replaceFile(file, csvOf(TABLES[name], read.value[name]), false);
          return { file, rows: read.value[name].length };
        }),
      } as const;
    });
    if (!written.ok) return failed(written.failure);
    const lines = written.files.map(({ file, rows }) => {
      return `${oneLine(file, Number.POSITIVE_INFINITY)}  ${counted(rows, 'row')}`;
    });
    return done(lines.join('\n'), { files: written.files });
  },
};

/** What lies there already may only be tables of an earlier export. */
function refusedPlace(ws: Workspace, folder: string): Outcome | undefined {
  const kept = keptFolderOf(ws, realPath(folder) ?? folder);
  if (kept !== undefined) {
    return misused(`${oneLine(folder, 300)} is below ${kept}/.`, 'Name a folder elsewhere.');
  }
  const strange = Object.keys(TABLES)
    .map((name) => join(folder, `${name}.csv`))
    .find((file) => existsSync(file) && readEnds(file, 3)?.head.startsWith('id,') !== true);
  if (strange === undefined) return undefined;
  return misused(`${oneLine(strange, 300)} is no table of ours.`, 'Name another folder.');
}
