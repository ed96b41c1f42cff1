import type { ArgsDef, CommandDef } from 'citty';
import type { Outcome } from './outcome.ts';

/** A subcommand: citty describes and parses it, `run` gives back what to show. */
export type Command = Readonly<{
  description: string;
  args: ArgsDef;
  run: (args: Args) => Outcome | Promise<Outcome>;
}>;

/** What a person typed. Options that were not given are absent. */
export type Args = Readonly<{
  text: (name: string) => string | undefined;
  flag: (name: string) => boolean;
}>;

/** Loaded when named: `wukong status` must not wait for the YAML parser or the file watcher. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init.ts')).init,
  status: async () => (await import('./status.ts')).status,
  resume: async () => (await import('./resume.ts')).resume,
  pause: async () => (await import('./pause.ts')).pause,
  accept: async () => (await import('./accept.ts')).accept,
  abort: async () => (await import('./abort.ts')).abort,
  trust: async () => (await import('./trust.ts')).trust,
  log: async () => (await import('./log.ts')).log,
  evidence: async () => (await import('./evidence.ts')).evidence,
  graph: async () => (await import('./graph.ts')).graph,
  stats: async () => (await import('./stats.ts')).stats,
  why: async () => (await import('./why.ts')).why,
  replay: async () => (await import('./replay.ts')).replay,
  doctor: async () => (await import('./doctor.ts')).doctor,
  fsck: async () => (await import('./fsck.ts')).fsck,
  rebuild: async () => (await import('./rebuild.ts')).rebuild,
  repair: async () => (await import('./repair.ts')).repair,
  archive: async () => (await import('./archive.ts')).archive,
};

export function cittyCommand(name: string, { description, args }: Command): CommandDef {
  return { meta: { name: `wukong ${name}`, description }, args };
}
