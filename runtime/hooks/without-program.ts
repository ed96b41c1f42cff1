// What the launcher says by itself. A person trusts this clone, but the program cannot run: it is not there (somebody
// else brought Wukong up to date and this clone only pulled), or the Node that was started is too old for it. Or
// nobody ran `init` here: then of what came with the clone nothing is read, and only a typed command is stopped,
// because a model would wait for us.

import { addLine, tell as say } from '../files/changing.ts';
import { readText } from '../files/reading.ts';
import type { Ids } from '../hosts/claude-code/events/ids.ts';
import { NODE_FLOOR } from '../workspace/node-floor.ts';
import { oldNodeOf, type Workspace } from '../workspace/paths.ts';
import { locateRepository } from '../workspace/repository.ts';
import { isCommand } from './frame/record-unrelated.ts';

/** Events whose message a person sees. */
const SHOWN: readonly string[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
];

const MISSING =
  "Wukong's program is missing in this clone, so nothing is recorded or checked. Type in a terminal: wukong init";

export function withoutProgram(
  event: string,
  { commonDir }: Workspace,
  ids: Ids | undefined,
): void {
  sayOnce(event, ids, `${commonDir}/wukong/program-missing`, MISSING);
}

/** Nothing newer than Node 12 knows is used on the way here, and the bundle is written for it (scripts/build.ts). */
export function onOldNode(event: string, ws: Workspace, ids: Ids | undefined): void {
  sayOnce(event, ids, oldNodeOf(ws), oldNodeText(ids?.prompt), process.versions.node);
}

/** For the plugin in a clone where nothing is set up yet. */
export function stopOnOldNode(prompt: string): void {
  tell({ decision: 'block', reason: oldNodeText(prompt) });
}

function oldNodeText(prompt = ''): string {
  const { execPath, versions } = process;
  return /[\u4e00-\u9fff]/.test(prompt)
    ? `Wukong：启动钩子的是 Node ${versions.node}（${execPath}），需要 ${NODE_FLOOR} 或更新的版本，所以什么都没有记录或检查。请把更新的 Node 放到 PATH 的最前面，再重新启动 Claude Code。`
    : `Wukong: Node ${versions.node} (${execPath}) started this hook, and it needs ${NODE_FLOOR} or newer, so nothing is recorded or checked. Put a newer Node first on the PATH and start Claude Code again.`;
}

/**
 * Once a session, by a note of whom it was told. The guard refuses each call: nothing else holds its agent.
 * A typed command is stopped each time.
 */
function sayOnce(
  event: string,
  ids: Ids | undefined,
  note: string,
  text: string,
  about = '',
): void {
  if (event === 'guard') {
    say(2, Buffer.from(`${text}\n`));
    process.exit(1);
  }
  if (isCommand(ids?.prompt)) {
    tell({ decision: 'block', reason: text });
    return;
  }
  const line = `${ids?.session_id ?? ''} ${about}`.trimEnd();
  if (!SHOWN.includes(event) || wasTold(note, line)) return;
  addLine(note, line);
  tell({ systemMessage: text });
}

function wasTold(note: string, line: string): boolean {
  try {
    return readText(note).split('\n').includes(line);
  } catch {
    return false;
  }
}

export function whereNotSetUp(prompt: string | undefined, project: string): void {
  if (!isCommand(prompt)) return;
  const before = locateRepository(project) ? '' : 'git init && ';
  const reason = `Not started: Wukong is not set up here. Type in a terminal: ${before}wukong init`;
  tell({ decision: 'block', reason });
}

function tell(answer: object): void {
  say(1, Buffer.from(JSON.stringify(answer)));
}
