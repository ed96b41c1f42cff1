import { stopDaemon } from '../../engine/daemon/stop-daemon.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { openWorkspace, stateOf } from '../frame/open-workspace.ts';
import { done, EXIT, failed, type Outcome, problem } from '../frame/outcome.ts';
import { refusedToPrograms } from '../frame/person.ts';
import { atWork } from '../frame/progress.ts';

export async function stopDaemonHere(): Promise<Outcome> {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  const state = stateOf(ws);
  if (!state.ok) return failed(state.error);
  const refused = refusedToPrograms(state.value, 'stop no daemon', 'wukong daemon stop');
  if (refused) return refused;
  return (await endDaemonHere(ws)) ?? done('No daemon is at work.', { stopped: false });
}

/** Undefined: there was none. */
export async function endDaemonHere(ws: Workspace): Promise<Outcome | undefined> {
  const state = stateOf(ws);
  const { process: daemon } = (state.ok && state.value.daemon) || {};
  if (!daemon || !isAlive(daemon)) return undefined;
  const ends = `the daemon (process ${daemon.pid}) ends`;
  const how = await atWork(ends, () => stopDaemon(ws, daemon));
  const json = { stopped: how !== 'still-there', killed: how === 'killed', pid: daemon.pid };
  if (how === 'stopped') return done('The daemon was stopped. Nothing is left at work.', json);
  if (how === 'killed') {
    const text = `The daemon (process ${daemon.pid}) did not answer, and was ended with what it had at work.`;
    return done(text, json);
  }
  return problem(EXIT.failed, {
    kind: 'cannot',
    message: `The daemon (process ${daemon.pid}) cannot be ended.`,
    hint: `See what holds it: ps -p ${daemon.pid}`,
  });
}
