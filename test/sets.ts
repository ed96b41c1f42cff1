// Which files that start processes `npm test` runs, and which ones `npm run soak` sweeps.

/**
 * Each event of the client, each command that a person types first, and each fault of test/PROMISES.md has its test
 * here: a file whole, or single tests of it by words of their titles. `npm run test:all` runs every file that is not
 * swept.
 */
export const CORE: Readonly<Record<string, 'whole' | readonly string[]>> = {
  'test/architecture/layers.test.ts': 'whole',
  'test/architecture/reading.test.ts': 'whole',
  'test/cli/command-line.test.ts': 'whole',
  'test/cli/confirmed-settings.test.ts': 'whole',
  'test/cli/doctor.test.ts': 'whole',
  'test/cli/found-checks.test.ts': ['RSpec', 'a package of an npm workspace'],
  'test/cli/journal.test.ts': ['two readers, one killed and started again'],
  'test/cli/one-check.test.ts': 'whole',
  'test/cli/own-programs.test.ts': 'whole',
  'test/cli/person-folders.test.ts': [
    'make, into target',
    'npm ci, before the tests',
    'by the interpreter of its environment',
    'beside the person’s own build',
    'a run that wrote into a package',
  ],
  'test/cli/prove-unable.test.ts': [
    'says of %s what git ignores',
    'says which tool is not on the path',
    'a checkout of depth 1',
    'is told in the words of git',
  ],
  'test/cli/prove.test.ts': 'whole',
  'test/cli/read-only.test.ts': ['on a disk that can only be read'],
  'test/client-smoke/smoke.test.ts': 'whole',
  'test/client/start.test.ts': ['npm start shows a claimed test run being caught'],
  'test/client/trouble.test.ts': [
    'that claims tests it never ran',
    'that dies of an API error',
    'that reports nothing of use',
  ],
  'test/client/verdicts.test.ts': ['a test command the client denies'],
  'test/crash/p01-every-operation.test.ts': 'whole',
  'test/crash/p01-init.test.ts': 'whole',
  'test/crash/p01-kill.test.ts': 'whole',
  'test/crash/p01-uninstall.test.ts': 'whole',
  'test/crash/p01-verifier.test.ts': 'whole',
  'test/crash/p02-many-writers.test.ts': 'whole',
  'test/crash/p03-torn-tail.test.ts': 'whole',
  'test/crash/p05-disk-full.test.ts': 'whole',
  'test/crash/p09-lock-holder.test.ts': 'whole',
  'test/crash/p10-late-results.test.ts': 'whole',
  'test/crash/p12-order.test.ts': 'whole',
  'test/crash/p14-every-operation.test.ts': 'whole',
  'test/daemon/closed-session.test.ts': 'whole',
  'test/docs/commands.test.ts': 'whole',
  'test/docs/readme-commands.test.ts': 'whole',
  'test/evidence/gates.test.ts': ['that takes too long is stopped with all it started'],
  'test/evidence/lanes/killed-landing.test.ts': [
    'killed at any operation, it is whole after the next call',
  ],
  'test/evidence/lanes/lane-place.test.ts': ['if it has a commit and is a plain clone'],
  'test/evidence/lanes/lay-into.test.ts': [
    'comes back where it was, if it went into the file that was replaced',
  ],
  'test/evidence/lanes/make-lane.test.ts': [
    'is made again where a person deleted its folder',
    'where its entry was pruned',
  ],
  'test/evidence/lanes/merge-trees.test.ts': [
    'that made one new file each, with other text, are a conflict',
  ],
  'test/evidence/lanes/remove-lane.test.ts': ['are named, by what is left of each'],
  'test/evidence/own-files.test.ts': 'whole',
  'test/forgery/forged.test.ts': 'whole',
  'test/forgery/honest.test.ts': 'whole',
  'test/hooks/escalations.test.ts': [
    'an answer in its file is shown',
    'an answer typed in a session and one in a shell at once',
  ],
  'test/hooks/fault.test.ts': ['is sent back once, waits for a person'],
  'test/hooks/finish.test.ts': ['tests that were deleted after they last checked the work'],
  'test/hooks/flow.test.ts': [
    'inside a subagent is refused',
    'is not woken up, and its report is refused',
    'that is resumed owns its goal again',
  ],
  'test/hooks/guard.test.ts': [
    'a run past the token limit of its goal can only report',
    'decides, not how its path is written',
  ],
  'test/hooks/hostile-clone.test.ts': ['no hook answers anything but a typed command'],
  'test/hooks/large-goal.test.ts': [
    'a session whose goal lost its plan says so',
    'compacted and stopped',
  ],
  'test/hooks/links-below.test.ts': ['links that come between a dispatch and its report'],
  'test/hooks/many-goals.test.ts': ['a session finds its own'],
  'test/hooks/off.test.ts': ['off in this clone nothing is recorded'],
  'test/hooks/other-clients.test.ts': ['gets silence from every hook'],
  'test/hooks/parked.test.ts': ['a usage limit parks the goal'],
  'test/hooks/payloads.test.ts': ['lets agents work that were called by hand'],
  'test/hooks/person-folders.test.ts': 'whole',
  'test/hooks/plan-b.test.ts': ['two runs that fail of the same'],
  'test/hooks/proof.test.ts': ['whose word counts for these files only'],
  'test/hooks/second-copy.test.ts': 'whole',
  'test/hooks/stuck-gate.test.ts': [
    'a gate that hangs is asked about',
    'that never could run sends nobody back',
  ],
  'test/hooks/together.test.ts': [
    'eight sessions with hooks at once',
    'the same delivery twice has one effect',
  ],
  'test/hooks/tried-gates.test.ts': ['an honest fix is asked about once'],
  'test/hooks/unreadable.test.ts': [
    'a log of a newer version is reported when a session starts',
    'damage that state.json does not stand behind',
  ],
  'test/hooks/whose-change.test.ts': ['an answer that says it is not theirs claims nothing'],
  'test/hooks/work-gone.test.ts': [
    'a fix that was stashed',
    'whose session was moved to the background',
  ],
  'test/install/bare.test.ts': [
    'proj/.bare, a file .git beside it',
    'where the working tree with the data is gone',
  ],
  'test/install/install.test.ts': ['malformed settings are refused with their place'],
  'test/install/launcher.test.ts': ['a guard whose launcher is missing refuses'],
  'test/install/self.test.ts': 'whole',
  'test/install/taken-back.test.ts': ['with a record %s is taken back all the same'],
  'test/install/uninstall.test.ts': [
    'whatever settings a repository has',
    'settings that were edited since',
    'a person edited stays',
    'where Wukong is not installed',
  ],
  'test/lanes/killed.test.ts': 'whole',
  'test/lanes/run.test.ts': [
    'what a person changed in the same file meanwhile is kept',
    'what is green alone and red together does not land before it is repaired',
  ],
  'test/orders/late.test.ts': 'whole',
  'test/orders/orders.test.ts': 'whole',
  'test/phases/five-days.test.ts': ['five days of refactoring'],
  'test/privacy/whole-run.test.ts': ['no file below .wukong/ holds one'],
  'test/proof/attacks.test.ts': 'whole',
  'test/publish/goal/own-tree.test.ts': ['and nothing of theirs leaves or changes'],
  'test/publish/goal/publish.test.ts': ['where one was killed while it was sent'],
  'test/teams/load-pg-boss.test.ts': ['is told which one it needs'],
  'test/teams/log.test.ts': 'whole',
  'test/teams/pg-boss.test.ts': [
    'given to somebody who never heard of it',
    'gives up a line %s, and counts the result once',
    'goes on where PostgreSQL was killed',
    'that its database cannot be reached',
  ],
  'test/threads/killed.test.ts': 'whole',
  'test/verifier/killed.test.ts': ['is replaced by /wukong_resume in another session'],
  'test/verifier/stopped.test.ts': ['/wukong_pause stops the gates that run'],
  'test/verifier/together.test.ts': [
    'in two working trees are checked one after the other',
    'voids it, and it runs again',
  ],
  'test/verifier/waiting.test.ts': ['an agent may stop before its gates are through'],
};

/** Files and folders whose rounds `npm run soak` makes many of: in `npm run test:all` only those of the core run. */
export const SWEPT = [
  'test/crash',
  'test/daemon/killed.test.ts',
  'test/evidence/lanes/killed-landing.test.ts',
  'test/forgery',
  'test/install/settings.test.ts',
  'test/kernel/lane-histories.test.ts',
  'test/lanes/killed.test.ts',
  'test/orders',
  'test/property',
  'test/replay',
  'test/teams/log.test.ts',
  'test/teams/pg-boss.test.ts',
  'test/threads',
];

export function isSwept(file: string): boolean {
  return SWEPT.some((place) => file === place || file.startsWith(`${place}/`));
}
