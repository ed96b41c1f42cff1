// In which order help names the commands, and what people type most with each. A test holds this against
// the commands: each is in one group, and each example is a command line it takes.

type Example = readonly [line: string, does: string];

export type Group = Readonly<{
  title: string;
  commands: Readonly<Record<string, readonly Example[]>>;
}>;

/** Where somebody begins who reads only this. */
export const FIRST: readonly Example[] = [
  ['wukong prove', 'what your last change proves; nothing has to be set up'],
  ['wukong init', 'set up; then, in Claude Code: /wukong_fix <what is wrong>'],
  ['wukong status --watch', 'the graph, as it goes'],
  ['wukong resume --answer "the v2 format"', 'answer what a node asks'],
  ['wukong show', 'the last goal as a page'],
];

export const GROUPS: readonly Group[] = [
  {
    title: 'PROVE A CHANGE',
    commands: {
      prove: [
        ['wukong prove', 'your working tree, or your last commit; nothing has to be set up'],
        ['wukong prove --base main --check "npm test"', 'this branch, by a check you name'],
        ['wukong prove --head fix --md --fail-on not-shown', 'for the summary of a CI job'],
      ],
      rehearse: [
        ['wukong rehearse -n 5', 'what it would have said of the last commits with tests'],
        ['wukong rehearse --check "npm test"', 'by a check you name'],
      ],
    },
  },
  {
    title: 'SET UP',
    commands: {
      init: [
        ['wukong init', 'here; it asks before a gate may run'],
        ['wukong init --dry-run', 'what it would add'],
        ['wukong init --local', 'for this clone alone: git shows nothing of it'],
      ],
      gates: [
        ['wukong gates', 'the checks this repository has'],
        ['wukong gates --try', 'run them here and in a clean copy'],
      ],
      trust: [
        ['wukong trust', 'which commands the runtime may run'],
        ['wukong trust --approve --gate "npm test"', 'let one of them run'],
      ],
      doctor: [['wukong doctor', 'what is wrong with the installation, and what to do']],
      off: [['wukong off', 'until `wukong on`']],
      on: [['wukong on', 'after `wukong off`']],
      uninstall: [
        ['wukong uninstall', 'all of it'],
        ['wukong uninstall --keep-data', 'leave the log and what was recorded'],
      ],
    },
  },
  {
    title: 'FOLLOW',
    commands: {
      status: [
        ['wukong status', 'what is open, and what waits for you'],
        ['wukong status --watch', 'the graph, as it goes; Ctrl-C leaves'],
        ['wukong status --json', 'for programs; exit code 3 where a person is waited for'],
      ],
      graph: [
        ['wukong graph', 'the plan of the goal in focus'],
        ['wukong graph fix', 'the plan that a fix begins with'],
        ['wukong graph G-0001 --mermaid', 'for a page'],
      ],
      log: [
        ['wukong log --limit 20', 'the last 20 events'],
        ['wukong log --follow --type node', 'nodes, as they go on'],
      ],
      stats: [
        ['wukong stats', 'time, tokens and runs, by role and node'],
        ['wukong stats --hooks', 'how long each hook took'],
        ['wukong stats --day 2026-11-21', 'what was done on a day, as a page'],
      ],
    },
  },
  {
    title: 'DECIDE',
    commands: {
      resume: [
        ['wukong resume', 'go on with the open goal'],
        ['wukong resume --node N-010 --answer "the v2 format"', 'answer what a node asks'],
        ['wukong resume --approve', 'allow what it asked to do, once'],
      ],
      pause: [['wukong pause', 'until `wukong resume`']],
      accept: [
        ['wukong accept N-030 --tests-changed "the old ones tested the fault"', 'let them change'],
        [
          'wukong accept N-030 --doubts "it ends the command line"',
          'you looked at what is in doubt',
        ],
        ['wukong accept G-0001 --unproven "nothing can show it here"', 'let the goal end so'],
      ],
      switch: [
        [
          'wukong switch N-020 --executor human --why "it needs the board"',
          'asked at your terminal',
        ],
      ],
      submit: [['wukong submit 2026-02-14-body-0003 --result result.txt', 'of a node of yours']],
      escalations: [
        ['wukong escalations list', 'what only you can answer'],
        ['wukong escalations show ESC-0001', 'what was tried, and three ways on'],
        ['wukong escalations ignore ESC-0001 "done by hand"', 'nobody is asked any more'],
      ],
      rollback: [['wukong rollback N-020', 'shows the files, and asks']],
    },
  },
  {
    title: 'PLAN AHEAD',
    commands: {
      goal: [
        ['wukong goal add "it crashes on tabs" --priority 80', 'a session takes it up later'],
        ['wukong goal list', 'the most wanted first'],
        ['wukong goal set G-0001 --deadline 2030-12-01', 'asked at your terminal'],
        ['wukong goal cancel G-0001', 'its records stay'],
      ],
      state: [['wukong state G-0001 --json', 'all of it, for a program']],
      next: [['wukong next --explain', 'which node comes next, and why']],
    },
  },
  {
    title: 'LOOK BACK',
    commands: {
      show: [
        ['wukong show', 'the goal that was last worked on'],
        ['wukong show G-0001 --out goal.html', 'to send it to somebody'],
      ],
      evidence: [
        ['wukong evidence N-020', 'what it claimed, beside what was seen'],
        ['wukong evidence --verify --run', 'whether it still holds'],
      ],
      why: [
        ['wukong why N-020', 'where it stands, and how it came there'],
        ['wukong why E-000123', 'what set an event off'],
      ],
      audit: [
        ['wukong audit decisions G-0001', 'what was decided, and why'],
        ['wukong audit attempts G-0001/N-020', 'each run, and what followed'],
      ],
      export: [['wukong export --csv tables', 'all goals, for a spreadsheet or SQL']],
      replay: [['wukong replay --to E-000123', 'how all stood then']],
    },
  },
  {
    title: 'MAKE IT YOURS',
    commands: {
      template: [
        ['wukong template list', 'the plans there are'],
        ['wukong template new careful --from fix', 'begin one of your own'],
      ],
      classify: [['wukong classify --explain "the button is blank"', 'which plan, and why']],
      statusline: [['wukong statusline', "for a status line of your own; reads the client's JSON"]],
      config: [
        ['wukong config list', 'the settings in force, and the lines that set them'],
        ['wukong config explain send_backs', 'what one means, and what it is by default'],
      ],
      completion: [['wukong completion bash', 'a script for the shell; or zsh']],
      anchors: [
        ['wukong anchors list', 'what is remembered'],
        ['wukong anchors recall "decoder" --role body', 'what a run would be given'],
        ['wukong anchors accept A-2026-k3f7', 'let a candidate enter'],
      ],
    },
  },
  {
    title: 'OTHER EXECUTORS',
    commands: {
      run: [
        ['wukong run "it crashes on tabs" --template fix', 'here, by the executors you set up'],
        ['wukong run "it crashes on tabs" --budget usd=2', 'asks you before it uses more'],
        ['wukong run G-0001', 'go on with it; Ctrl-C hands it back'],
        ['wukong run --json', 'for programs; exit code 3 where a person is waited for'],
      ],
      order: [
        ['wukong order show N-020', 'what its last run was given'],
        ['wukong order validate work_order.json', 'whether a program can be given it'],
      ],
      result: [['wukong result validate work_result.txt', 'each fault with its line and column']],
    },
  },
  {
    title: 'WHEN FILES GO WRONG',
    commands: {
      fsck: [['wukong fsck', 'changes nothing']],
      rebuild: [['wukong rebuild', 'after a cache was lost or edited']],
      repair: [
        ['wukong repair', 'what it would do'],
        ['wukong repair --restore', 'bring back a log that is gone'],
      ],
      archive: [['wukong archive', 'when the log has grown long']],
      gc: [
        ['wukong gc', 'what old goals left, with sizes; removes nothing'],
        ['wukong gc --days 30 --yes', 'remove what ended 30 days ago'],
      ],
    },
  },
];

export function examplesOf(name: string): readonly Example[] {
  return GROUPS.flatMap(({ commands }) => commands[name] ?? []);
}
