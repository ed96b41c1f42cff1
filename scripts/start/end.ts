import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import type { TaskgraphFile } from '../../runtime/model/taskgraph.ts';

type Tests = Readonly<{ code: number | null; output: string }>;

/** The last page: what is proven, and where to look. Returns the exit code. */
export function printEnd(
  end: Readonly<{
    repo: string;
    kept: boolean;
    before: Tests;
    after: Tests;
    seconds: number;
    /** The tests had to fail before. */
    isRed: boolean;
    /** The node that changed the program. */
    changer: string;
    say: (text: string) => void;
  }>,
): number {
  const { repo, say } = end;
  const path = join(repo, '.wukong', 'taskgraph.json');
  const file: TaskgraphFile | undefined = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : undefined;
  const graph = file?.graphs[0];
  say(
    `\n${pc.bold('after')}   npm test: ${end.after.code === 0 ? pc.green('passes') : pc.red('fails')}`,
  );
  if (graph?.status !== 'completed') {
    say(pc.red(`The graph is ${graph?.status ?? 'not there'}; the job is not done.`));
    return 1;
  }
  const levels = graph.nodes.map((node) => `${node.id} ${node.outputs.evidence_level ?? '–'}`);
  say(`proven  ${levels.join(', ')}`);
  const session = `.wukong/artifacts/${graph.session}`;
  const summary = join(repo, session, 'summary.md');
  if (existsSync(summary)) {
    say(`\n${pc.dim(readFileSync(summary, 'utf8').split('\n## What each node said')[0] ?? '')}`);
  }
  if (end.kept) {
    say(`${pc.bold('look at')} (in ${repo})`);
    say(`  git diff                                  the change`);
    say(`  ${session}/summary.md   what was asked, done and proven`);
    say(`  ${session}/${end.changer}/*/evidence.md   claimed beside seen, for the change`);
    say(`  grep '"type":"SubagentStop"' .wukong/events.jsonl`);
    say(`  .wukong/anchors/anchors_candidates.md     what may be worth remembering`);
  } else {
    say(`Everything is in plain files. To keep them: npm start -- --keep DIR`);
  }
  say(pc.dim(`${end.seconds} s`));
  const wasAsTold = end.isRed === (end.before.code !== 0);
  return wasAsTold && end.after.code === 0 ? 0 : 1;
}
