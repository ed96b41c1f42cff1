// `wukong daemon start` begins a process of its own, which is this command with --foreground, and waits until that
// is the daemon by the log, or says why it is not.

import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runDaemon } from '../../engine/daemon/run-daemon.ts';
import { namesForGates } from '../../engine/gates/gate-settings.ts';
import { loadConfig } from '../../engine/goal/load-config.ts';
import { mayDaemonPublish } from '../../engine/publish/by-daemon.ts';
import { namesForTeam } from '../../engine/team/team-names.ts';
import { headlessEnvironment } from '../../executors/headless/arguments.ts';
import { besideName, openFresh, renamePatiently } from '../../files/atomic-write.ts';
import { removeIfThere } from '../../files/changing.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { DaemonEnd } from '../../model/vocabulary.ts';
import { PASSED_ON } from '../../publish/github/gh-call.ts';
import { daemonEndText } from '../../words/driving.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import { programFolder, programOf } from '../../workspace/program-folder.ts';
import { confirmFirst } from '../config/confirm-local.ts';
import type { Args } from '../frame/command.ts';
import { openNow, stateOf } from '../frame/open-workspace.ts';
import { done, EXIT, failed, needsPerson, type Outcome, problem } from '../frame/outcome.ts';
import { refusedToPrograms } from '../frame/person.ts';
import { progress } from '../frame/progress.ts';
import { spoken } from './spoken.ts';
import { beginsWith, frozenHint, isFrozen } from './status.ts';

export async function startDaemon(args: Args): Promise<Outcome> {
  const opened = openNow();
  if (!opened.ok) return failed(opened.error);
  const { ws, state, trust } = opened.value;
  const refused = refusedToPrograms(state, 'start no daemon', 'wukong daemon start');
  if (refused) return refused;
  if (trust.off !== undefined) {
    return needsPerson(
      `Hooks are off in this clone since ${trust.off}.`,
      'To turn them on: wukong on',
    );
  }
  if (args.flag('foreground')) return stayHere(ws);
  await confirmFirst(ws);
  loadConfig(ws);
  const { daemon } = state;
  return daemon && isAlive(daemon.process) ? isThere(ws, daemon.process) : startHere(ws);
}

function isThere(ws: Workspace, { pid }: ProcessRef): Outcome {
  if (!isFrozen(pid))
    return begun(pid, `The daemon is at work already, process ${pid}.`, beginsWith(ws));
  const message = `A daemon is there already, process ${pid}, and is frozen by a signal.`;
  return needsPerson(message, frozenHint(pid));
}

function begun(pid: number, text: string, { lines, json }: Begins): Outcome {
  return done([text, ...lines].join('\n'), { pid, ...json });
}

type Begins = ReturnType<typeof beginsWith>;

const STARTS_MS = 20_000;
const LOOK_EVERY_MS = 50;

async function startHere(ws: Workspace): Promise<Outcome> {
  // Before it takes the first of them.
  const begins = beginsWith(ws);
  const said = besideName(files.daemonLog(ws));
  const child = startDetached(ws, said);
  const { pid = 0 } = child;
  let isOver = false;
  for (const end of ['exit', 'error']) {
    child.once(end, () => {
      isOver = true;
    });
  }
  const shown = progress();
  const endsAt = performance.now() + STARTS_MS;
  try {
    for (;;) {
      // Before the log is read: what it recorded as it ended is seen then.
      const isLast = isOver || performance.now() >= endsAt;
      shown.update('the daemon starts');
      const state = stateOf(ws);
      const at = state.ok ? state.value.daemon?.process : undefined;
      // Two were started at once: the log says which one it is, and that one is heard.
      if (at && at.pid !== pid && isAlive(at)) {
        removeIfThere(said);
        return isThere(ws, at);
      }
      if (at?.pid === pid || isLast) renamePatiently(said, files.daemonLog(ws));
      if (at?.pid === pid) return begun(pid, `The daemon is at work, process ${pid}.`, begins);
      if (isLast) break;
      await delay(LOOK_EVERY_MS);
    }
  } finally {
    shown.end();
    child.unref();
  }
  return problem(EXIT.failed, {
    kind: 'cannot',
    message: isOver ? 'The daemon ended as it began.' : 'The daemon does not say that it is there.',
    hint: 'What it said: wukong daemon logs',
  });
}

/** With a named environment, and without the terminal it was typed at. */
function startDetached(ws: Workspace, log: string) {
  const said = openFresh(log);
  try {
    const program = process.argv[1] ?? '';
    return spawn(process.execPath, [program, 'daemon', 'start', '--foreground'], {
      cwd: ws.root,
      env: environmentOf(ws),
      detached: true,
      stdio: ['ignore', said, said],
      windowsHide: true,
    });
  } finally {
    closeSync(said);
  }
}

/** What its executors may get: names let through one by one, and nothing else of the shell it was typed in. */
function environmentOf(ws: Workspace): Record<string, string> {
  const toPublish = mayDaemonPublish(ws) ? [...PASSED_ON, 'SSH_AUTH_SOCK', 'GIT_SSH_COMMAND'] : [];
  const ofDaemon = [...toPublish, ...namesForTeam(ws)];
  const names = [...namesForGates(ws), 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', ...ofDaemon];
  const named = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return headlessEnvironment(process.env, Object.fromEntries(named));
}

/** So that a service manager starts it again: with its next version, or once what was in its way is gone. */
const EXITS: Readonly<Record<DaemonEnd, Outcome['exit']>> = {
  asked: EXIT.done,
  'turned-off': EXIT.done,
  replaced: EXIT.failed,
  'cannot-go-on': EXIT.failed,
  gone: EXIT.failed,
};

async function stayHere(ws: Workspace): Promise<Outcome> {
  const me = processRef(process.pid);
  const stop = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const end = () => stop.abort('stopped');
  for (const signal of signals) process.on(signal, end);
  const program = join(dirname(programOf(programFolder())), 'cli', 'main.js');
  const isManaged = process.env.INVOCATION_ID !== undefined || process.stdout.isTTY === true;
  const about = { me, by: personName(), depth: 0, stop: stop.signal, program, tell: spoken(ws) };
  try {
    const ran = await runDaemon(ws, about);
    if (!ran.ok) {
      return 'pid' in ran.error ? isThere(ws, ran.error) : failed(ran.error);
    }
    const because = ran.value;
    // Nobody else would start its next version.
    if (because === 'replaced' && !isManaged) await startNext(ws);
    return {
      ...done(`The daemon ends: ${daemonEndText(because)}.`, { because }),
      exit: EXITS[because],
    };
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}

/** The first files of a version may be there before its last. */
async function startNext(ws: Workspace): Promise<void> {
  for (let tries = 0; tries < NEXT_TRIES; tries += 1) {
    const next = await startHere(ws);
    if (next.exit === EXIT.done) return;
    await delay(NEXT_EVERY_MS);
  }
}

const NEXT_TRIES = 12;
const NEXT_EVERY_MS = 5_000;
