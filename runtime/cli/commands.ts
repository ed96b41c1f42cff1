import type { CommandDef } from 'citty';
import type { Command } from './frame/command.ts';

/** Loaded when named: `wukong status` must not wait for the YAML parser or the file watcher. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./install/init.ts')).init,
  classify: async () => (await import('./goals/classify.ts')).classify,
  gates: async () => (await import('./install/gates.ts')).gates,
  status: async () => (await import('./goals/status.ts')).status,
  resume: async () => (await import('./goals/resume.ts')).resume,
  pause: async () => (await import('./goals/pause.ts')).pause,
  accept: async () => (await import('./goals/accept.ts')).accept,
  rollback: async () => (await import('./goals/rollback.ts')).rollback,
  goal: async () => (await import('./work/goal.ts')).goal,
  next: async () => (await import('./work/next.ts')).next,
  abort: async () => (await import('./goals/abort.ts')).abort,
  trust: async () => (await import('./install/trust.ts')).trust,
  off: async () => (await import('./install/off.ts')).off,
  on: async () => (await import('./install/off.ts')).on,
  uninstall: async () => (await import('./install/uninstall.ts')).uninstall,
  log: async () => (await import('./log/log.ts')).log,
  evidence: async () => (await import('./evidence/evidence.ts')).evidence,
  show: async () => (await import('./evidence/show.ts')).show,
  graph: async () => (await import('./evidence/graph.ts')).graph,
  template: async () => (await import('./evidence/template.ts')).template,
  anchors: async () => (await import('./anchors/anchors.ts')).anchors,
  stats: async () => (await import('./log/stats.ts')).stats,
  why: async () => (await import('./log/why.ts')).why,
  replay: async () => (await import('./log/replay.ts')).replay,
  doctor: async () => (await import('./install/doctor.ts')).doctor,
  fsck: async () => (await import('./log/fsck.ts')).fsck,
  rebuild: async () => (await import('./log/rebuild.ts')).rebuild,
  repair: async () => (await import('./log/repair.ts')).repair,
  archive: async () => (await import('./log/archive.ts')).archive,
};

/** Earlier names of commands, which stay. */
export const ALIASES: Readonly<Record<string, string>> = { plan: 'gates' };

/** What people type elsewhere, and what it is called here. */
export const MEANT: Readonly<Record<string, string>> = {
  install: 'init',
  update: 'init',
  upgrade: 'init',
  disable: 'off',
  enable: 'on',
  remove: 'uninstall',
};

export function cittyCommand(name: string, { description, args }: Command): CommandDef {
  return { meta: { name: `wukong ${name}`, description }, args };
}
