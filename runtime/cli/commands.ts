// What there is to type. A command is a module in the folder of its theme and a line here; help, completion and
// docs/cli.md are made from both.

import type { Command, Example } from './frame/command.ts';

/** Loaded when named: `wukong status` must not wait for the YAML parser or the file watcher. */
type Load = () => Promise<Command>;

export type Group = Readonly<{ title: string; commands: Readonly<Record<string, Load>> }>;

export const GROUPS: readonly Group[] = [
  {
    title: 'PROVE A CHANGE',
    commands: {
      prove: async () => (await import('./prove/prove.ts')).prove,
      rehearse: async () => (await import('./prove/rehearse.ts')).rehearse,
    },
  },
  {
    title: 'SET UP',
    commands: {
      init: async () => (await import('./install/init.ts')).init,
      gates: async () => (await import('./install/gates.ts')).gates,
      trust: async () => (await import('./install/trust.ts')).trust,
      doctor: async () => (await import('./install/doctor.ts')).doctor,
      off: async () => (await import('./install/off.ts')).off,
      on: async () => (await import('./install/off.ts')).on,
      uninstall: async () => (await import('./install/uninstall.ts')).uninstall,
    },
  },
  {
    title: 'FOLLOW',
    commands: {
      status: async () => (await import('./goals/status.ts')).status,
      graph: async () => (await import('./evidence/graph.ts')).graph,
      log: async () => (await import('./log/log.ts')).log,
      stats: async () => (await import('./stats/stats.ts')).stats,
    },
  },
  {
    title: 'DECIDE',
    commands: {
      answer: async () => (await import('./goals/answer.ts')).answer,
      resume: async () => (await import('./goals/resume.ts')).resume,
      pause: async () => (await import('./goals/pause.ts')).pause,
      accept: async () => (await import('./goals/accept.ts')).accept,
      switch: async () => (await import('./executors/switch.ts')).switchExecutor,
      submit: async () => (await import('./executors/submit.ts')).submit,
      escalations: async () => (await import('./escalations/escalations.ts')).escalations,
      rollback: async () => (await import('./goals/rollback.ts')).rollback,
    },
  },
  {
    title: 'PLAN AHEAD',
    commands: {
      goal: async () => (await import('./orders/goal.ts')).goal,
      state: async () => (await import('./orders/state.ts')).state,
      next: async () => (await import('./orders/next.ts')).next,
      daemon: async () => (await import('./daemon/daemon.ts')).daemon,
    },
  },
  {
    title: 'PUBLISH',
    commands: {
      publish: async () => (await import('./publish/publish.ts')).publish,
      thread: async () => (await import('./publish/thread.ts')).thread,
    },
  },
  {
    title: 'LOOK BACK',
    commands: {
      show: async () => (await import('./evidence/show.ts')).show,
      evidence: async () => (await import('./evidence/evidence.ts')).evidence,
      why: async () => (await import('./log/why.ts')).why,
      audit: async () => (await import('./audit/audit.ts')).audit,
      export: async () => (await import('./audit/export.ts')).exportTables,
      replay: async () => (await import('./log/replay.ts')).replay,
    },
  },
  {
    title: 'MAKE IT YOURS',
    commands: {
      template: async () => (await import('./evidence/template.ts')).template,
      classify: async () => (await import('./goals/classify.ts')).classify,
      statusline: async () => (await import('./statusline/statusline.ts')).statusline,
      config: async () => (await import('./config/config.ts')).config,
      completion: async () => (await import('./completion.ts')).completionOf(COMMANDS),
      anchors: async () => (await import('./anchors/anchors.ts')).anchors,
    },
  },
  {
    title: 'OTHER EXECUTORS',
    commands: {
      run: async () => (await import('./run/run.ts')).run,
      order: async () => (await import('./executors/order.ts')).order,
      result: async () => (await import('./executors/result.ts')).result,
    },
  },
  {
    title: 'TEAMS',
    commands: {
      team: async () => (await import('./team/team.ts')).team,
      worker: async () => (await import('./team/worker.ts')).worker,
    },
  },
  {
    title: 'WHEN FILES GO WRONG',
    commands: {
      fsck: async () => (await import('./log/fsck.ts')).fsck,
      rebuild: async () => (await import('./log/rebuild.ts')).rebuild,
      repair: async () => (await import('./log/repair.ts')).repair,
      archive: async () => (await import('./log/archive.ts')).archive,
      gc: async () => (await import('./log/gc.ts')).gc,
    },
  },
];

export const COMMANDS: Readonly<Record<string, Load>> = Object.assign(
  {},
  ...GROUPS.map(({ commands }) => commands),
);

/**
 * What one person uses from day to day, in that order: `--help` has a line for each of them, and of the others
 * the names. What a goal waits for, and the configuration, name their own commands where they are met.
 */
export const MOST_USED: readonly string[] = [
  'prove',
  'init',
  'status',
  'answer',
  'resume',
  'pause',
  'run',
  'show',
  'trust',
  'doctor',
];

/** Where somebody begins who reads only this. */
export const FIRST: readonly Example[] = [
  ['wukong prove', 'what your last change proves; nothing has to be set up'],
  ['wukong init', 'set up; then, in Claude Code: /wukong_fix <what is wrong>'],
  ['wukong status --watch', 'the graph, as it goes'],
  ['wukong answer', 'what waits for you, and the ways on there are'],
  ['wukong show', 'the last goal as a page'],
];

/** Earlier names that no help lists: they work, and say what is typed now. */
export const EARLIER: Readonly<Record<string, Load>> = {
  abort: async () => (await import('./goals/cancel.ts')).abort,
};

/** Earlier names of commands, which stay. */
export const ALIASES: Readonly<Record<string, string>> = { plan: 'gates' };

/** What people type elsewhere, and what to type here. */
export const MEANT: Readonly<Record<string, string>> = {
  install: 'Type: wukong init.',
  setup: 'Type: wukong init.',
  update: 'Type: wukong init.',
  upgrade: 'Type: wukong init.',
  disable: 'Type: wukong off.',
  enable: 'Type: wukong on.',
  remove: 'Type: wukong uninstall.',
  list: 'Type: wukong status.',
  ls: 'Type: wukong status.',
  questions: 'Type: wukong answer.',
  ps: 'Type: wukong status.',
  goals: 'Type: wukong status.',
  tasks: 'Type: wukong status.',
  dashboard: 'Type: wukong status --watch. As a page: wukong show.',
  ui: 'Type: wukong status --watch. As a page: wukong show.',
  top: 'Type: wukong status --watch.',
  watch: 'Type: wukong status --watch.',
  logs: 'Type: wukong log.',
  tail: 'Type: wukong log --follow.',
  history: 'Type: wukong log.',
  events: 'Type: wukong log.',
  report: 'Type: wukong show.',
  html: 'Type: wukong show.',
  open: 'Type: wukong show.',
  undo: 'Type: wukong rollback N-020, with the node whose work is to go.',
  revert: 'Type: wukong rollback N-020, with the node whose work is to go.',
  approve: 'Actions of a goal: wukong answer --approve. Gates: wukong trust --approve.',
  continue: 'Type: wukong resume.',
  stop: 'Type: wukong pause, or for good: wukong goal cancel.',
  cancel: 'Type: wukong goal cancel.',
  check: 'Type: wukong doctor.',
  verify: 'Type: wukong evidence --verify.',
  memory: 'Type: wukong anchors list.',
  settings: 'Type: wukong config list. They are in .wukong/config.yaml.',
  prune: 'Type: wukong gc.',
  clean: 'Type: wukong gc.',
  version: 'Type: wukong --version.',
  start: 'Goals begin in Claude Code. Type there: /wukong_fix <what is wrong>.',
  new: 'Goals begin in Claude Code. Type there: /wukong_fix <what is wrong>.',
  fix: 'Goals begin in Claude Code. Type there: /wukong_fix <what is wrong>.',
};
