// The programs Wukong needs, as the client would find them: on PATH.

import { spawnSync } from 'node:child_process';
import { ownProgram } from '../../files/own-programs.ts';
import {
  clientVersion,
  isNewerClient,
  KNOWN_VERSIONS,
} from '../../hosts/claude-code/install/client-version.ts';
import { pathInSettings } from '../../hosts/claude-code/settings/client-settings.ts';
import type { Health, HealthFinding } from '../../hosts/claude-code/settings/health-finding.ts';
import { isBelowFloor, NODE_FLOOR } from '../../workspace/node-floor.ts';
import type { Workspace } from '../../workspace/paths.ts';

const LIMIT_MS = 10_000;

/** `folder`: where a client is started. It starts hooks with its own PATH, which its settings may change. */
export function checkPrograms(ws: Workspace, folder: string): Health {
  const path = pathInSettings([ws.root, ws.worktree, folder]);
  const node = versionOf('node', path?.value);
  const git = versionOf('git');
  const client = clientVersion();
  const findings: HealthFinding[] = [];
  if (node === undefined || isBelowFloor(node)) {
    const where = path ? `the PATH that ${path.file} sets` : 'PATH';
    const message =
      node === undefined
        ? `It is not on ${where}, where the client looks for it: no hook can start.`
        : `The first one on ${where} is ${node}, and hooks need ${NODE_FLOOR}.`;
    const next = `Put Node ${NODE_FLOOR} or newer first on it`;
    findings.push({ severity: 'finding', kind: 'node', place: 'node', message, next });
  }
  if (git === undefined) {
    const message =
      'It is not on PATH: changes cannot be measured, so no writing node is dispatched.';
    findings.push({ severity: 'finding', kind: 'git', place: 'git', message, next: 'Install git' });
  }
  if (client === undefined) {
    const message = 'It is not on PATH, so its version is not known.';
    const next = `Nothing, if you start it another way; measured was ${KNOWN_VERSIONS.join(', ')}`;
    findings.push({ severity: 'note', kind: 'client', place: 'claude', message, next });
  } else if (!KNOWN_VERSIONS.some((known) => known === client)) {
    const age = isNewerClient(client) ? 'newer than' : 'not one of';
    const message = `It is ${client}, ${age} ${KNOWN_VERSIONS.join(', ')}, which Wukong was measured with. It is used as it is.`;
    const next = 'Nothing, as long as guard hooks run and nodes make progress';
    findings.push({ severity: 'note', kind: 'client', place: 'claude', message, next });
  }
  if (process.env.NODE_EXTRA_CA_CERTS) {
    const message =
      'It is set: every start of Node, and so every hook, reads these certificates first.';
    const next = 'Unset it where you start Claude Code, if hooks feel slow';
    findings.push({
      severity: 'note',
      kind: 'slow-node',
      place: 'NODE_EXTRA_CA_CERTS',
      message,
      next,
    });
  }
  const known = { node, git, client };
  const facts = Object.fromEntries(
    Object.entries(known).flatMap(([name, version]) => (version ? [[name, version]] : [])),
  );
  return { findings, facts };
}

function versionOf(name: string, path = process.env.PATH): string | undefined {
  const program = ownProgram(name, process.cwd(), { ...process.env, PATH: path });
  if (program === undefined) return undefined;
  const asked = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: LIMIT_MS });
  return /(\d+\.\d+(?:\.\d+)*)/.exec(asked.stdout ?? '')?.[1];
}
