// The rooms of runtime/: what belongs in each, and from which others it may import, types included. `x/*` is `x`
// with all that is in it. A room stands below those that use it. layers.test.ts holds the sources against this.

export type Room = Readonly<{ holds: string; may: readonly string[] }>;

/** What whoever looks at goals stands on. */
const READS = [
  'files',
  'kernel/*',
  'log',
  'model/*',
  'privacy',
  'usage',
  'words/*',
  'workspace',
] as const;

/** And what whoever changes them. */
const WORKS = [...READS, 'step'] as const;

export const ROOMS: Readonly<Record<string, Room>> = {
  'model/actors': {
    holds: 'Who acts and where: a process, the owner of a goal, who has a run, its lane.',
    may: [],
  },
  'model/usage': {
    holds: 'What models were used, what is counted of it, what models cost.',
    may: [],
  },
  model: {
    holds:
      'What things are: zod schemas and types, one entity a file. `vocabulary.ts`, `tools.ts`, `gate.ts` and `failure.ts` are plain values, so that the hot path loads no zod; so are `waits.ts`, the table of what is waited for, and `defaults.ts` and `settings.ts`.',
    may: ['model/actors', 'model/usage'],
  },
  'model/state': {
    holds:
      'What is open, as `state.json` keeps it: goals, nodes, runs, sessions, the configuration in force.',
    may: ['model/actors', 'model/usage', 'model'],
  },
  'model/documents': {
    holds: 'What people edit, as schemas: configuration, templates, anchors, executors.',
    may: ['model/actors', 'model/protocol', 'model/usage', 'model'],
  },
  'model/views': {
    holds: 'What programs are given, as schemas.',
    may: ['model'],
  },
  'model/views/entities': {
    holds: 'The entities of work orders, as schemas, and their words.',
    may: ['model'],
  },
  'model/protocol': {
    holds:
      'What executors are given and give back, as schemas; the contract is `schemas/executor/v1/executor.proto`. `vocabulary.ts` is plain values.',
    may: ['model'],
  },
  'model/facts': {
    holds:
      'Every fact of the log: what it is about, when it is written, its payload, an example. One family a file; `fact.ts` is the union.',
    may: ['model/actors', 'model/state', 'model/usage', 'model'],
  },
  'kernel/state': {
    holds: 'Questions to the state as a whole: sessions, owners, who runs what; ids.',
    may: ['model/*'],
  },
  'kernel/graph': {
    holds:
      'Questions to one goal: edges and joins, what is ready, what was proven, who audits whom.',
    may: ['kernel/state', 'model', 'model/state'],
  },
  'kernel/budget': {
    holds:
      'What a goal, and each of its nodes, may use and has used, what is recorded of it, and whether it is enough for one more run.',
    may: ['kernel/graph', 'kernel/state', 'model/*', 'usage'],
  },
  'kernel/reduce': {
    holds: 'What each fact makes of the state, and what older records mean now (`upcast.ts`).',
    may: ['kernel/budget', 'kernel/graph', 'kernel/state', 'model/*', 'usage'],
  },
  'kernel/escalations': {
    holds:
      'What only a person can answer: which reasons are such, how urgent, what they need to decide; what opens and what closes it; the token it is answered under. Pure.',
    may: ['kernel/budget', 'kernel/graph', 'kernel/retries', 'kernel/state', 'model/*'],
  },
  'kernel/retries': {
    holds:
      'What a failed run leads to: error signatures, when a node is stuck, plan B; by which rule another executor gets it; until when a limit parks a goal.',
    may: ['kernel/graph', 'kernel/state', 'model/*'],
  },
  'kernel/requests': {
    holds:
      'What may become a fact: start, dispatch, resume, pause, accept. Each is a function of a `Step`, and may say no.',
    may: [
      'kernel/budget',
      'kernel/escalations',
      'kernel/graph',
      'kernel/reduce',
      'kernel/retries',
      'kernel/state',
      'model/*',
    ],
  },
  'kernel/reports': {
    holds:
      'The report of a run: received, judged, settled; who verifies it, and how it waits while its goal is paused.',
    may: [
      'kernel/budget',
      'kernel/graph',
      'kernel/requests',
      'kernel/retries',
      'kernel/state',
      'model/*',
    ],
  },
  'kernel/drive': {
    holds:
      'What a driver asks for: a node given to a process, its lease, its end without a result.',
    may: ['kernel/budget', 'kernel/requests', 'kernel/retries', 'kernel/state', 'model/*'],
  },
  'kernel/switching': {
    holds: 'Giving a node to another executor, as a person asks for it.',
    may: ['kernel/graph', 'kernel/requests', 'kernel/retries', 'kernel/state', 'model/*'],
  },
  'kernel/views': {
    holds: 'The state as others need it: work order, taskgraph, statistics, what must always hold.',
    may: [
      'kernel/budget',
      'kernel/escalations',
      'kernel/graph',
      'kernel/retries',
      'kernel/state',
      'model/*',
      'usage',
    ],
  },
  kernel: {
    holds:
      'What comes next in a goal, for every driver alike (`decide.ts`), over all goals (`next.ts`), and for a session that wants to stop.',
    may: [
      'kernel/budget',
      'kernel/graph',
      'kernel/reports',
      'kernel/requests',
      'kernel/retries',
      'kernel/state',
      'model/*',
    ],
  },
  classify: {
    holds:
      'What a typed request says: its track, by rules that say why; risk, named places, terms. Pure; only typed commands load it.',
    may: ['model'],
  },
  privacy: {
    holds:
      'Secrets taken out of text: by their shape, by their label, by the environment. Pure; not in the hot files of the hooks.',
    may: [],
  },
  usage: {
    holds:
      'Lines of transcripts to tokens and dollars by model; the dated list of prices; when a limit ends. Pure.',
    may: ['model/*'],
  },
  files: {
    holds:
      'Primitives: how files are read and changed. Beside the log this room alone has the functions of Node that write. The way to a file below `.wukong` (`real-folder.ts`), whole files and streams (`atomic-write.ts`), all else that changes files (`changing.ts`), the reading of files that others may have put there (`reading.ts`); sync, hashes, JSON of people.',
    may: ['model'],
  },
  workspace: {
    holds:
      'Where things are and who trusts them: paths, repository, links, what is installed (`installation.ts`), trust, processes and hosts.',
    may: ['files', 'model/*'],
  },
  log: {
    holds:
      'The truth on disk: records and their chain, reading from any byte on, lock, segments, plans beside it, damage.',
    may: ['files', 'kernel/*', 'model/*', 'workspace'],
  },
  memory: {
    holds: 'Anchors: their file, and candidates from the facts of a goal.',
    may: ['files', 'model/*', 'words', 'workspace'],
  },
  'memory/recall': {
    holds:
      'Which anchors a run is given: their words and labelled lines, which of them still count, a score in named parts. Pure.',
    may: ['memory', 'model/*'],
  },
  'memory/review': {
    holds:
      'What a person decides about candidates, how an entry is written, what is wrong with those there are. Pure.',
    may: ['memory/recall', 'memory', 'model/*', 'words'],
  },
  executors: {
    holds:
      'What carries out a run gets: the order folder, and the context pack of a node that was worked on before.',
    may: [
      'executors/protocol',
      'files',
      'kernel/graph',
      'kernel/state',
      'kernel/views',
      'memory',
      'model/*',
      'words/goal',
      'words',
      'workspace',
    ],
  },
  'executors/folder': {
    holds:
      'The copy of an order folder that an executor outside of a session gets, and what it left there.',
    may: ['evidence/trees', 'executors/protocol', 'files', 'model/*', 'privacy', 'words'],
  },
  'executors/adapters': {
    holds: 'What drives executors outside of a session: one port, one file and one entry each.',
    may: [
      'evidence/gates',
      'executors/folder',
      'executors/headless',
      'executors/reaping',
      'files',
      'hosts/claude-code/session',
      'model/*',
      'privacy',
      'words',
      'workspace',
    ],
  },
  'executors/reaping': {
    holds: 'Processes of a run that is over, found and ended: its group, and what left that.',
    may: ['evidence/gates', 'files', 'model/*', 'workspace'],
  },
  'executors/headless': {
    holds: 'The client without a terminal: how it is started, and what it says of itself. Pure.',
    may: ['evidence/gates', 'model/*'],
  },
  'executors/protocol': {
    holds:
      'The executor protocol: orders written, results read with their places, and what may be taken of them. Pure.',
    may: ['files', 'kernel/views', 'model/*', 'words'],
  },
  'evidence/report': {
    holds: 'From the text of a report to statements and cited places.',
    may: ['model'],
  },
  'evidence/commands': {
    holds:
      'Which command lines are calls of known test runners, and whether how they ended can be seen.',
    may: ['evidence/report', 'files', 'model'],
  },
  'evidence/trees': {
    holds:
      'Git trees: snapshots, differences, files in them, copies outside the repository. `asked-once.ts` holds what git said of trees, `looks.ts` what the system says of the files of a copy before a run and after it; `kept-copy.ts` holds the copy that one process leaves to the next, whose bytes are compared with the tree.',
    may: ['files', 'model'],
  },
  'evidence/lanes': {
    holds:
      'Working trees of our own, one for each writer: made, moved to another tree, removed (`make-lane.ts`, `remove-lane.ts`); trees merged (`merge-trees.ts`, by drivers of the person if they approved them, `merge-drivers.ts`), and what came of it laid into the working tree of a person (`lay-into.ts`, by the rules of `landing-rules.ts`). Knows no goal, run, session or log.',
    may: ['evidence/gates', 'evidence/trees', 'files', 'model'],
  },
  'publish/branch': {
    holds:
      "A branch made of runs' own patches (`lay-patches.ts`), through the filters of the person and without their uncommitted files; its commits, taken to the repository and pushed. Knows no goal, no log.",
    may: ['evidence/trees', 'files', 'model'],
  },
  'evidence/transcript': {
    holds: 'What an agent was seen to do: its calls, its edits, whose a change is.',
    may: ['evidence/commands', 'evidence/trees', 'files', 'model'],
  },
  'evidence/references': {
    holds: 'Cited places looked up in a recorded tree.',
    may: ['evidence/commands', 'evidence/trees', 'files', 'model'],
  },
  'evidence/gates': {
    holds:
      'Running a command as a gate or in a copy, one at a time in a repository (`check-turn.ts`), who approved it, built-in gates, CI.',
    may: [
      'evidence/commands',
      'evidence/gates/formats',
      'evidence/report',
      'evidence/trees',
      'files',
      'model',
      'model/actors',
      'model/state',
      'privacy',
      'workspace',
    ],
  },
  'evidence/gates/formats': {
    holds: 'What gates write for programs: JUnit XML, TAP, JSON, lcov.',
    may: ['model'],
  },
  'evidence/seal': {
    holds:
      'Tests and gate configuration as they were before the first change, and what came of them.',
    may: ['evidence/commands', 'evidence/gates', 'evidence/trees', 'model'],
  },
  'evidence/surface': {
    holds: 'The names that users of a program see, by language. Pure.',
    may: ['evidence/seal'],
  },
  'evidence/criteria': {
    holds:
      'The criteria an ear or a person wrote, one by one: of which kind each is, and what it names. Pure.',
    may: ['evidence/gates', 'model'],
  },
  evidence: {
    holds:
      'Levels (`grade.ts`, `level-two.ts`, `level-three.ts`). Pure. No room of `evidence/*` knows of goals or of the log.',
    may: ['evidence/commands', 'model'],
  },
  proof: {
    holds:
      'What a change proves, whoever made it: `read-change.ts` reads it once from git, `judge.ts` asks for trials and ends in a verdict, `run-trial.ts` runs one in a copy, `compose.ts` makes the tree it holds, `plant.ts` puts lines that fail into its tests. `same-cases.ts` says whether a check says the same before and after, `types-alone.ts` what checks of types show, `moved.ts` leads tests of before to modules that moved, `looked.ts` marks doubts that a person said yes to. `reproduces.ts` says whether a test shows a fault before anything was changed, `which-failure.ts` which failure it was. Knows no goal, run, session or log.',
    may: ['evidence/*', 'files', 'model', 'privacy'],
  },
  words: {
    holds:
      'Wording: facts, failures, findings, verdicts and file problems as text; what was found in a run as a page. Pure.',
    may: ['evidence/*', 'kernel/*', 'model/*', 'proof', 'usage'],
  },
  result: {
    holds:
      'What a goal came to, as data: `goal-result.ts` says what that is, `result-of.ts` makes it of state and facts, `head-of.ts` of the state alone. Whoever tells a result prints this. Pure.',
    may: ['kernel/*', 'model/*'],
  },
  'words/publish': {
    holds: 'What others read of a goal: commit messages, comments of a thread, the outbox.',
    may: ['model', 'model/state', 'result', 'words', 'words/goal'],
  },
  'words/goal': {
    holds:
      'What a goal came to in words: what was counted, in doubt, caught and asked; where its nodes stand. Pure.',
    may: ['kernel/*', 'model/*', 'result', 'words/escalation', 'words'],
  },
  'words/escalation': {
    holds:
      'The file a person answers in: its page, three ways on by reason, what they wrote in it. Pure.',
    may: ['classify', 'kernel/*', 'model/*', 'words'],
  },
  'words/languages': {
    holds:
      'What stands in files for people, and why something waits, in other languages than English; exhaustive by type. Pure.',
    may: ['model/*', 'words/escalation', 'words'],
  },
  entities: {
    holds:
      'The second names of things, given to programs that ask for them: goals, nodes, runs, what they left, decided and asked in the words of work orders (`states.ts`), and a goal as a workflow state; audits, as tables too. No other room below the doors knows these words. Pure.',
    may: ['kernel/*', 'model/*', 'usage', 'words/escalation', 'words', 'result'],
  },
  metrics: {
    holds:
      'How long work took, what it used, how often it was done again; one day of it: from the records of the log. Pure.',
    may: ['kernel/*', 'model/*', 'usage'],
  },
  'words/metrics': {
    holds: 'Numbers of work in words, and the page of a day. Pure.',
    may: ['metrics', 'result', 'words/goal', 'words'],
  },
  page: {
    holds:
      'A goal as one HTML page: what it shows as data (`goal-page.ts`), and its HTML (`render-page.ts`). Every string goes through one template (`html.ts`). Pure.',
    may: ['kernel/*', 'model/*', 'result', 'words/*'],
  },
  'documents/reader': {
    holds:
      'The one reader of what people write: YAML with places, held against the schemas we publish and against what no schema can say, all faults at once.',
    may: ['files', 'model/*', 'words'],
  },
  documents: {
    holds: 'What people edit: configuration, templates, graphs, and what no schema says of them.',
    may: [
      'conditions',
      'documents/executors',
      'documents/reader',
      'documents/settings',
      'files',
      'kernel/*',
      'memory',
      'model/*',
      'words',
      'workspace',
    ],
  },
  'documents/settings': {
    holds:
      'Names and meanings of settings: those with several names, those that count in the local file only, kinds of actions. Pure.',
    may: ['documents/reader', 'kernel/*', 'model/*', 'words'],
  },
  'documents/executors': {
    holds: 'What no schema says of the executors a person sets up. Pure.',
    may: ['documents/reader', 'model/documents', 'model/protocol', 'model', 'words'],
  },
  cache: {
    holds:
      'What is derived from the log: `state.json`, goal files, `taskgraph.json`; making them again.',
    may: ['files', 'kernel/*', 'log', 'model', 'model/state', 'workspace'],
  },
  conditions: {
    holds:
      'What an edge may ask when the node before it is done: the one file that knows the language (`cel.ts`), what is wrong with an expression, what it is asked of. Pure; loaded only where a plan has conditions.',
    may: ['kernel/graph', 'kernel/state', 'model', 'model/state', 'words'],
  },
  step: {
    holds:
      'One step: lock, catch up, emit, append, refresh. The inbox, sealing and repairing the log.',
    may: [
      'cache',
      'conditions',
      'files',
      'kernel/*',
      'log',
      'model/*',
      'words',
      'words/languages',
      'workspace',
    ],
  },
  inspect: {
    holds:
      'Looking back, and changing nothing: `.wukong/` checked against the log (`fsck`), and what led to an event (`why`).',
    may: ['cache', 'files', 'kernel/*', 'log', 'model/*', 'result', 'step', 'workspace'],
  },
  'publish/github': {
    holds:
      'The port to where code is shown to others, and GitHub behind it by the GitHub CLI: calls, and what came of each. Knows no goal and no log.',
    may: ['files', 'model', 'privacy'],
  },
  team: {
    holds:
      'Several machines: the port of their orders (`order-queue.ts`), and pg-boss behind it, which is loaded where a person installed it; the database beside it, its schema; the key of a clone. Knows no goal and no log.',
    may: ['files', 'model', 'model/protocol'],
  },
  'engine/team': {
    holds:
      'A clone in its team: orders given to workers and their results taken, a worker, the log mirrored and taken home.',
    may: [
      ...WORKS,
      'cache',
      'documents',
      'engine/changes',
      'evidence/*',
      'executors/*',
      'publish/branch',
      'team',
    ],
  },
  'engine/changes': {
    holds:
      'What a run changed: its tree, its transcripts; whether finished work is still there; taking it back.',
    may: [
      'evidence/*',
      'files',
      'kernel/graph',
      'kernel/state',
      'model',
      'model/state',
      'workspace',
    ],
  },
  'engine/usage': {
    holds: 'What transcripts have more than was recorded of them, and recording it.',
    may: [...WORKS],
  },
  'engine/gates': {
    holds:
      'Gates of a node in its working tree: one runner for each tree, what they are run with, what is left of a killed one; whether a copy is kept between reports (`spare-copy-of.ts`).',
    may: [...WORKS, 'engine/changes', 'evidence/*', 'executors', 'executors/reaping'],
  },
  'engine/lanes': {
    holds:
      'The lane of a run: made before it is dispatched, brought up to what landed meanwhile, laid into the tree of its goal, removed with it.',
    may: [
      'engine/changes',
      'engine/gates',
      'evidence/lanes',
      'evidence/trees',
      'files',
      'kernel/*',
      'model/*',
      'step',
      'workspace',
    ],
  },
  'engine/checks': {
    holds:
      'The judge of `proof/`, asked for a goal: `bench.ts` has its change and its trials, each run once; `judge-goal.ts` the checks that may show it, `advice.ts` and `seal-told.ts` what an agent has to do about a verdict, `held-hunks.ts` which lines a test holds, `what-was-shown.ts` what a goal showed that asks for no red and green, once at its end; `open-doubts.ts` what is in doubt now, `looked-for.ts` which yes of a person counts, `kept-rows.ts` trials kept for a report that is judged again; `reproduced.ts` whether the test of a report shows the fault before the fix.',
    may: [...WORKS, 'engine/changes', 'engine/gates', 'evidence/*', 'executors', 'proof'],
  },
  'engine/trials': {
    holds:
      'Gates tried once in the tree and once in a copy, before work rests on them; and once at the end those that no node asks for.',
    may: [
      ...WORKS,
      'engine/changes',
      'engine/checks',
      'engine/gates',
      'evidence/*',
      'executors',
      'proof',
    ],
  },
  'engine/anchors': {
    holds:
      'What is decided about memory, carried out, by a person or a run that may: anchors.md, the log, the candidates.',
    may: [...WORKS, 'memory', 'memory/review'],
  },
  'engine/escalations': {
    holds: 'Answers taken from the files of people.',
    may: [...WORKS, 'engine/anchors'],
  },
  'engine/dispatch': {
    holds:
      'A run is given to somebody: what lies around it, its order, and what is handed over to the executor that goes on with its node.',
    may: [
      'engine/changes',
      'evidence/report',
      'evidence/trees',
      'executors/protocol',
      'executors',
      'files',
      'kernel/*',
      'model/*',
      'step',
      'workspace',
    ],
  },
  'engine/retention': {
    holds: 'What old goals left that nothing needs any more: found, and taken away.',
    may: [...WORKS, 'evidence/trees'],
  },
  'engine/goal': {
    holds: 'Plan a goal, and finish it.',
    may: [
      ...WORKS,
      'documents/*',
      'engine/anchors',
      'engine/changes',
      'engine/checks',
      'engine/gates',
      'engine/lanes',
      'engine/trials',
      'engine/usage',
      'evidence/*',
      'executors',
      'memory/*',
      'result',
    ],
  },
  'engine/report': {
    holds:
      'Take a report: judge it without a lock, here or in a process of its own, and settle it.',
    may: [
      ...WORKS,
      'documents',
      'engine/changes',
      'engine/checks',
      'engine/gates',
      'engine/goal',
      'engine/lanes',
      'engine/trials',
      'engine/usage',
      'evidence/*',
      'executors',
      'proof',
    ],
  },
  'engine/turn': {
    holds:
      'What a session changed since its first prompt, judged behind its back after a turn (`prove: on_stop`): the tree at the beginning, what is done now (`what-now.ts`, pure), and the process that judges.',
    may: [...WORKS, 'engine/gates', 'engine/goal', 'evidence/gates', 'evidence/trees', 'proof'],
  },
  'engine/results': {
    holds: 'What executors outside of a session gave back: taken as reports, judged and settled.',
    may: [
      ...WORKS,
      'engine/anchors',
      'engine/changes',
      'engine/gates',
      'engine/goal',
      'engine/report',
      'evidence/gates',
      'evidence/trees',
      'executors/*',
    ],
  },
  'engine/drive': {
    holds:
      'One goal driven without a session: what comes next is claimed, run, watched and judged; the port of the queue (`queue.ts`), and the log behind it.',
    may: [
      ...WORKS,
      'cache',
      'documents',
      'documents/executors',
      'engine/changes',
      'engine/dispatch',
      'engine/gates',
      'engine/goal',
      'engine/lanes',
      'engine/report',
      'engine/results',
      'engine/team',
      'evidence/gates',
      'executors/*',
    ],
  },
  'engine/daemon': {
    holds:
      'A driver that does not stop: when it looks, what it takes up and leaves, how it is ended from outside.',
    may: [
      ...WORKS,
      'engine/drive',
      'engine/escalations',
      'engine/goal',
      'engine/publish',
      'engine/results',
      'engine/team',
      'rollups',
    ],
  },
  'engine/publish': {
    holds:
      'A goal published: what its runs changed as patches (`steps-of.ts`, pure), its branch judged by itself, and what leaves the machine, each thing once (`send.ts`); comments on its issue, the outbox.',
    may: [
      ...WORKS,
      'engine/checks',
      'engine/gates',
      'engine/goal',
      'evidence/gates',
      'evidence/trees',
      'inspect',
      'proof',
      'publish/branch',
      'publish/github',
      'result',
    ],
  },
  rollups: {
    holds: 'The page of the last day of work: when it is due, by whom it is written.',
    may: [
      'cache',
      'files',
      'kernel/*',
      'log',
      'metrics',
      'model',
      'model/state',
      'words/metrics',
      'workspace',
    ],
  },
  'hosts/claude-code/events': {
    holds: 'What the client passes and what it understands: payloads, ids, answers, agent files.',
    may: ['files', 'kernel/state', 'model', 'model/state', 'words'],
  },
  'hosts/claude-code/session': {
    holds:
      'Prompts typed in a session, and every sentence said there: `say.ts` decides which, `english.ts` and `chinese.ts` say it.',
    may: [
      'classify',
      'hosts/claude-code/events',
      'kernel/*',
      'model',
      'model/protocol',
      'model/state',
      'model/usage',
      'usage',
      'words',
      'words/escalation',
      'words/languages',
    ],
  },
  'hosts/claude-code/discover': {
    holds:
      'The checks a repository has, by the files of its tools: `languages.ts` is the one table of them.',
    may: [
      'documents/reader',
      'documents',
      'evidence/commands',
      'files',
      'model',
      'words',
      'workspace',
    ],
  },
  'hosts/claude-code/settings': {
    holds:
      "Our entries in the client's settings: what is registered, put in, and taken out; in which style, and whether hooks are off there.",
    may: ['files', 'hosts/claude-code/discover', 'hosts/claude-code/events', 'model', 'workspace'],
  },
  'hosts/claude-code/install': {
    holds:
      'What an installation is made of (`parts.ts`), what is to be done to have it here, and what was noted of it (`record.ts`).',
    may: [
      'documents/reader',
      'evidence/gates',
      'files',
      'hosts/claude-code/discover',
      'hosts/claude-code/events',
      'hosts/claude-code/settings',
      'log',
      'memory',
      'model',
      'workspace',
    ],
  },
  'hosts/claude-code/plugin': {
    holds: 'What the plugin makes in a clone, and what it says there.',
    may: [
      'files',
      'hosts/claude-code/install',
      'log',
      'model',
      'words',
      'words/languages',
      'workspace',
    ],
  },
  'hosts/claude-code/uninstall': {
    holds: 'The parts of an installation taken back, as they were noted.',
    may: [
      'files',
      'hosts/claude-code/install',
      'hosts/claude-code/settings',
      'hosts/claude-code/statusline',
      'model',
      'workspace',
    ],
  },
  'hosts/claude-code/statusline': {
    holds: "The entry of the client's status line in its settings.",
    may: [
      'files',
      'hosts/claude-code/events',
      'hosts/claude-code/install',
      'hosts/claude-code/settings',
      'workspace',
    ],
  },
  'hooks/frame': {
    holds:
      'What every hook is made of: the delivery, one step, the answer; events that concern no goal.',
    may: [
      ...WORKS,
      'cache',
      'engine/anchors',
      'engine/escalations',
      'engine/goal',
      'engine/report',
      'engine/turn',
      'engine/usage',
      'hosts/claude-code/events',
      'hosts/claude-code/session',
      'rollups',
    ],
  },
  'hooks/events': {
    holds: 'One small file an event: payload in, one step, answer out.',
    may: [
      ...WORKS,
      'classify',
      'documents',
      'engine/changes',
      'engine/checks',
      'engine/dispatch',
      'engine/drive',
      'engine/escalations',
      'engine/gates',
      'engine/goal',
      'engine/lanes',
      'engine/report',
      'engine/results',
      'engine/turn',
      'engine/usage',
      'evidence/gates',
      'executors',
      'hooks/frame',
      'hosts/claude-code/*',
      'rollups',
    ],
  },
  hooks: {
    holds:
      'Where the client comes in. Which sources make which file of the program is in `scripts/hook-files.ts`.',
    may: [
      'files',
      'hooks/events',
      'hooks/frame',
      'hosts/claude-code/events',
      'log',
      'step',
      'words',
      'workspace',
    ],
  },
  'cli/frame': {
    holds:
      'What every command is made of: options, outcomes, output, opening the workspace, whether a person sits at its terminal.',
    may: [
      ...WORKS,
      'cache',
      'documents',
      'engine/anchors',
      'engine/escalations',
      'engine/lanes',
      'engine/report',
      'engine/results',
      'evidence/gates',
      'hosts/claude-code/events',
    ],
  },
  'cli/goals': {
    holds: 'Commands that show or steer goals.',
    may: [
      ...READS,
      'cache',
      'classify',
      'cli/frame',
      'engine/changes',
      'engine/checks',
      'engine/drive',
      'engine/escalations',
      'engine/gates',
      'engine/lanes',
      'engine/usage',
      'evidence/*',
      'hosts/claude-code/settings',
      'inspect',
      'proof',
      'result',
    ],
  },
  'cli/audit': {
    holds: 'Work orders looked at afterwards: audits, and tables of all entities.',
    may: [
      'cli/frame',
      'documents',
      'entities',
      'files',
      'inspect',
      'model/*',
      'words',
      'workspace',
    ],
  },
  'cli/orders': {
    holds: 'Work orders in a shell: goals made and steered without a session, what comes next.',
    may: [
      ...WORKS,
      'classify',
      'cli/audit',
      'cli/config',
      'cli/frame',
      'cli/goals',
      'documents',
      'documents/reader',
      'engine/goal',
      'entities',
      'executors',
      'inspect',
    ],
  },
  'cli/evidence': {
    holds: 'Commands that show plans and what was proven.',
    may: [
      ...READS,
      'cli/frame',
      'documents/*',
      'engine/checks',
      'engine/gates',
      'evidence/*',
      'inspect',
      'memory',
      'page',
      'proof',
      'result',
    ],
  },
  'cli/anchors': {
    holds: 'Commands on long-term memory, one file for each of what `wukong anchors` does.',
    may: [...WORKS, 'cli/frame', 'engine/anchors', 'engine/goal', 'memory/*'],
  },
  'cli/escalations': {
    holds:
      'What only a person can answer: listed, shown, ignored; `ESC-0001` as the name of a node.',
    may: [...WORKS, 'cache', 'cli/frame', 'entities'],
  },
  'cli/stats': {
    holds:
      '`wukong stats`: work, hooks, the roll-up of a day, which the first command after the hour writes.',
    may: [...READS, 'cache', 'cli/frame', 'metrics', 'rollups'],
  },
  'cli/executors': {
    holds:
      'Commands for who writes or watches an executor: what a run was given, and the form of orders and results.',
    may: [
      ...READS,
      'cli/evidence',
      'cli/frame',
      'documents',
      'documents/executors',
      'engine/dispatch',
      'engine/goal',
      'engine/results',
      'executors/folder',
      'executors/protocol',
    ],
  },
  'cli/prove': {
    holds:
      '`wukong prove`: what a change proves, without a goal; which checks may run, and the verdict on one screen. `wukong rehearse`: the same of past commits.',
    may: [
      'cli/frame',
      'documents',
      'evidence/*',
      'files',
      'hosts/claude-code/discover',
      'model/*',
      'proof',
      'words',
      'words/languages',
      'workspace',
    ],
  },
  'cli/publish': {
    holds: '`wukong publish`: what would leave the machine, and the yes to it. `wukong thread`.',
    may: [
      'cli/evidence',
      'cli/frame',
      'cli/prove',
      'engine/publish',
      'inspect',
      'kernel/*',
      'model',
      'model/state',
      'step',
      'words',
      'words/publish',
      'workspace',
    ],
  },
  'cli/daemon': {
    holds: '`wukong daemon`: started, stopped, shown, and for a service manager.',
    may: [
      ...READS,
      'cli/config',
      'cli/frame',
      'engine/daemon',
      'engine/drive',
      'engine/gates',
      'engine/goal',
      'engine/publish',
      'engine/team',
      'executors/headless',
      'publish/github',
      'rollups',
    ],
  },
  'cli/run': {
    holds: '`wukong run`: a goal in the foreground, without a session.',
    may: [
      ...WORKS,
      'cli/config',
      'cli/frame',
      'cli/goals',
      'cli/orders',
      'documents',
      'documents/executors',
      'engine/drive',
      'engine/gates',
      'engine/goal',
    ],
  },
  'cli/log': {
    holds:
      'Commands that read, check, rebuild or repair the log and the caches, and remove what is old.',
    may: [
      ...WORKS,
      'cache',
      'cli/audit',
      'cli/frame',
      'documents',
      'engine/lanes',
      'engine/retention',
      'engine/team',
      'entities',
      'inspect',
      'team',
    ],
  },
  'cli/config': {
    holds:
      '`wukong config`: settings, and where each comes from; what they are now, and asking a person whether the local file counts.',
    may: ['cli/frame', 'documents', 'model', 'model/state', 'words', 'workspace'],
  },
  'cli/team': {
    holds:
      '`wukong team`: a clone put into a team and taken out of it, whom it trusts, who is there, what is missing; its log mirrored, read elsewhere, moved. `wukong worker`.',
    may: [
      ...READS,
      'cli/config',
      'cli/frame',
      'documents',
      'documents/reader',
      'engine/daemon',
      'engine/team',
      'hosts/claude-code/install',
      'publish/branch',
      'team',
    ],
  },
  'cli/install': {
    holds: 'Commands that install and check the installation, and approve gates.',
    may: [
      ...WORKS,
      'cache',
      'cli/config',
      'cli/daemon',
      'cli/frame',
      'cli/init',
      'cli/statusline',
      'documents',
      'documents/reader',
      'engine/anchors',
      'engine/changes',
      'engine/checks',
      'engine/gates',
      'engine/goal',
      'engine/lanes',
      'engine/publish',
      'engine/trials',
      'evidence/*',
      'hosts/claude-code/*',
      'inspect',
      'memory',
    ],
  },
  cli: {
    holds: '`wukong`: the list of commands, exit codes.',
    may: [
      'workspace',
      'cli/anchors',
      'cli/audit',
      'cli/config',
      'cli/daemon',
      'cli/escalations',
      'cli/evidence',
      'cli/executors',
      'cli/frame',
      'cli/goals',
      'cli/install',
      'cli/log',
      'cli/orders',
      'cli/prove',
      'cli/publish',
      'cli/run',
      'cli/stats',
      'cli/statusline',
      'cli/team',
      'files',
      'model',
      'words',
    ],
  },
  'cli/init': {
    holds: 'What `wukong init` is about to do, and templates it finds, as text.',
    may: [
      'cli/frame',
      'documents',
      'hosts/claude-code/install',
      'hosts/claude-code/settings',
      'words',
      'workspace',
    ],
  },
  'cli/statusline': {
    holds: "The client's status line: the command that prints it, and offering it at `init`.",
    may: [
      'cache',
      'cli/frame',
      'hosts/claude-code/events',
      'hosts/claude-code/session',
      'hosts/claude-code/settings',
      'hosts/claude-code/statusline',
      'step',
      'workspace',
    ],
  },
};
