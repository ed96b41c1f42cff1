// What would leave the machine, in words and for programs.

import { noBranchText } from '../../engine/publish/no-branch.ts';
import type { Prepared } from '../../engine/publish/prepare.ts';
import type { ThreadPlan } from '../../engine/publish/prepare-thread.ts';
import { counted, oneLine, visible } from '../../words/plain-text.ts';
import { standsText } from '../../words/publish/outbox.ts';
import { colors } from '../frame/output.ts';

export type Plan = Readonly<{ prepared: Prepared; thread: ThreadPlan }>;

export function planText({ prepared: { target, branch, pull, own } }: Plan): string {
  if (!branch) return '';
  const where = target.ok
    ? `To ${colors.bold(target.value.to)} (${target.value.remote}, ${target.value.url.shown})`
    : `To nowhere yet: ${target.error.message}`;
  if (!branch.ok) return `${where}\n${noBranchText(branch.error)}`;
  const { branch: made, judged, fresh } = branch.value;
  const failed = judged.failed.length === 0 ? '' : `; does not pass: ${judged.failed.join(', ')}`;
  return [
    where,
    `Branch ${colors.bold(made.name)}, on ${made.base.slice(0, 12)}${made.onto ? ` of ${made.onto}` : ''}: ${
      fresh.length === 0 ? 'nothing new' : counted(fresh.length, 'commit')
    }`,
    ...fresh.flatMap(({ id, subject, paths }) => [
      `  ${id.slice(0, 12)}  ${oneLine(subject, 100)}`,
      ...paths.map((path) => `    ${oneLine(path)}`),
    ]),
    judged.same
      ? `It has what the goal was judged on: ${made.verdict}.`
      : `Judged by itself: ${made.verdict}${failed}.`,
    ...(made.doubts ?? []).map((doubt) => `  ${oneLine(doubt, 300)}`),
    ...(own && own.count > 0 ? ownText(own) : []),
    'What you have not committed, what is untracked or ignored, and .wukong are not in it.',
    ...(pull ? pullText(pull) : []),
  ].join('\n');
}

function ownText({ count, newest }: NonNullable<Prepared['own']>): string[] {
  const more = count - newest.length;
  return [
    `It stands on ${counted(count, 'commit')} of yours that may not be there yet, and takes them along:`,
    ...newest.map((line) => `  ${oneLine(line, 100)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function pullText({ title, body, isReady }: NonNullable<Prepared['pull']>): string[] {
  return [
    '',
    `Pull request, ${isReady ? 'ready for review' : 'a draft'}: ${oneLine(title, 120)}`,
    ...indented(body),
  ];
}

export function commentsText({
  prepared: { goal, branch },
  thread: { issue, lines, file },
}: Plan): string {
  if (goal.issue_ref.startsWith('local#')) {
    return lines.length === 0 ? '' : `What its runs came to is in ${file}, and posted nowhere.`;
  }
  const open = lines.filter(({ post }) => post?.stands !== 'sent');
  const to = issue ? `to ${issue.to}#${issue.number}` : `for ${goal.issue_ref}, to nowhere yet`;
  return [
    `Comments ${to}: ${open.length} of ${lines.length} are new (${file})`,
    ...(branch?.ok && open.length > 0
      ? ['They will name the commits, and the pull request as soon as it is there.']
      : []),
    ...open.flatMap(({ entry, text, post }) => [
      `  ${entry.run}: ${standsText(post)}`,
      ...indented(text),
    ]),
  ].join('\n');
}

function indented(text: string): string[] {
  return visible(text)
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`.trimEnd());
}

export function planView({ prepared, thread }: Plan) {
  const { goal, target, branch, pull, own } = prepared;
  return {
    goal: goal.id,
    to: target.ok ? target.value.to : null,
    url: target.ok ? target.value.url.shown : null,
    trusted: target.ok && target.value.trusted !== undefined,
    branch: branch?.ok
      ? {
          ...branch.value.branch,
          same: branch.value.judged.same,
          failed: branch.value.judged.failed,
        }
      : null,
    commits: branch?.ok
      ? branch.value.fresh.map(({ id, subject, paths }) => ({ id, subject, paths }))
      : [],
    own_commits: own?.count ?? 0,
    why: !branch || branch.ok ? null : noBranchText(branch.error),
    pull: pull ? { title: pull.title, body: pull.body, ready: pull.isReady } : null,
    issue: thread.issue ? `${thread.issue.to}#${thread.issue.number}` : null,
    comments: thread.lines.map(({ entry, text, post }) => ({
      run: entry.run,
      text,
      stands: post?.stands ?? null,
      url: post?.url ?? null,
    })),
    outbox: thread.file,
  };
}
