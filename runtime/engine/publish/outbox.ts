import { dirname } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { type OutboxGoal, outboxText } from '../../words/publish/outbox.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { Issue } from './post-thread.ts';

/** The path of the file, absolute. */
export function writeOutbox(
  ws: Workspace,
  issue: string,
  at: Issue | undefined,
  goals: readonly OutboxGoal[],
): string {
  const file = files.outbox(ws, issue);
  makeFolder(ws, dirname(file));
  replaceFile(file, outboxText(issue, whereTo(issue, at), goals), false);
  return file;
}

function whereTo(issue: string, at: Issue | undefined) {
  if (at) return { to: `${at.to}#${at.number}` };
  const repository = issue.replace(/#\d+$/, '');
  const why = issue.startsWith('local#')
    ? 'It is an issue of this clone alone: nothing is posted.'
    : `Nothing is posted until a person says: wukong trust --publish github.com/${repository}`;
  return { to: null, why };
}
