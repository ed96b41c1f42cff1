// What is no regular file, and what is far too large, in place of every file that we or git read: it ends, it is
// no crash, and who is refused is told which file it is.

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';

/** What hangs does so for ever. */
const LIMIT_MS = 30_000;

const KINDS: Readonly<Record<string, (path: string) => void>> = {
  'a pipe': (path) => expect(spawnSync('mkfifo', [path]).status).toBe(0),
  'a folder': (path) => mkdirSync(path),
  'a device': (path) => symlinkSync('/dev/zero', path),
  'a socket': (path) => {
    const listen = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    // Bound from inside its folder: the path of a socket is short.
    spawnSync(process.execPath, ['-e', listen, basename(path)], { cwd: dirname(path) });
    expect(existsSync(path)).toBe(true);
  },
  '100 MB': (path) => {
    const fd = openSync(path, 'w');
    ftruncateSync(fd, 100 * 1024 * 1024);
    closeSync(fd);
  },
};

type Scene = Readonly<{
  file: string;
  commands: readonly (readonly string[])[];
  hooks?: readonly string[];
}>;

const LOG = [
  ['status'],
  ['log'],
  ['doctor'],
  ['fsck'],
  ['pause'],
  ['init', '--yes'],
  ['stats'],
  ['next'],
];
const CACHES = [['status'], ['next'], ['doctor'], ['fsck'], ['rebuild']];
const CONFIG = [
  ['status'],
  ['config', 'list'],
  ['doctor'],
  ['gates'],
  ['init', '--yes'],
  ['goal', 'add', 'x'],
];
const CLAUDE = [['init', '--yes'], ['doctor'], ['uninstall', '--dry-run']];
const GIT = [
  ['init', '--yes'],
  ['doctor'],
  ['gates'],
  ['gates', '--try'],
  ['status'],
  ['goal', 'add', 'it crashes'],
];
const HOOKS = ['Stop', 'UserPromptSubmit'];

const SCENES: readonly Scene[] = [
  { file: '.wukong/events.jsonl', commands: LOG, hooks: HOOKS },
  { file: '.wukong/state.json', commands: CACHES, hooks: HOOKS },
  { file: '.wukong/taskgraph.json', commands: CACHES, hooks: HOOKS },
  { file: '.wukong/goals/G-0001.json', commands: CACHES, hooks: HOOKS },
  { file: '.wukong/events.lock', commands: [['pause'], ['status'], ['doctor']], hooks: HOOKS },
  { file: '.wukong/inbox/1-1.json', commands: [['pause'], ['status']], hooks: HOOKS },
  { file: '.wukong/config.yaml', commands: CONFIG, hooks: HOOKS },
  { file: '.wukong/config.local.yaml', commands: CONFIG, hooks: HOOKS },
  {
    file: '.wukong/templates/fix.yaml',
    commands: [['template', 'list'], ['template', 'show', 'fix'], ['goal', 'add', 'x'], ['doctor']],
    hooks: HOOKS,
  },
  {
    file: '.wukong/anchors/anchors.md',
    commands: [
      ['anchors', 'list'],
      ['anchors', 'check'],
      ['anchors', 'search', 'decoder'],
      ['doctor'],
      ['goal', 'add', 'x'],
    ],
    hooks: HOOKS,
  },
  {
    file: '.wukong/anchors/anchors_candidates.md',
    commands: [['anchors', 'list'], ['status'], ['anchors', 'candidates']],
    hooks: HOOKS,
  },
  {
    file: '.wukong/anchors/index.json',
    commands: [['anchors', 'list'], ['doctor'], ['goal', 'add', 'x']],
    hooks: HOOKS,
  },
  { file: '.wukong/.gitignore', commands: GIT, hooks: HOOKS },
  { file: '.wukong/runtime/hook.cjs', commands: [['doctor'], ['init', '--yes']] },
  {
    file: '.wukong/escalations/ESC-0001.md',
    commands: [['escalations', 'list'], ['status']],
    hooks: HOOKS,
  },
  {
    file: '.git/wukong/trust.json',
    commands: [['status'], ['doctor'], ['init', '--yes'], ['trust']],
    hooks: HOOKS,
  },
  {
    file: '.git/wukong/runtime/current',
    commands: [['status'], ['doctor'], ['init', '--yes']],
    hooks: HOOKS,
  },
  { file: '.git/wukong/settings.before', commands: CLAUDE },
  {
    file: '.git/info/exclude',
    commands: [['init', '--local', '--yes'], ['doctor'], ['uninstall', '--dry-run']],
  },
  { file: '.claude/settings.json', commands: CLAUDE, hooks: HOOKS },
  { file: '.claude/settings.local.json', commands: [...CLAUDE, ['init', '--local', '--yes']] },
  { file: '.claude/agents/body.md', commands: CLAUDE },
  { file: '.claude/commands/wukong_fix.md', commands: CLAUDE },
  { file: 'package.json', commands: [['init', '--yes'], ['gates'], ['doctor']] },
  { file: 'Makefile', commands: [['init', '--yes'], ['gates'], ['doctor']] },
  { file: 'pyproject.toml', commands: [['init', '--yes'], ['gates'], ['doctor']] },
  { file: '.github/workflows/ci.yml', commands: [['init', '--yes'], ['gates'], ['doctor']] },
  { file: 'biome.json', commands: [['init', '--yes'], ['doctor']] },
  { file: '.gitignore', commands: GIT, hooks: HOOKS },
  { file: '.gitattributes', commands: GIT, hooks: HOOKS },
  {
    file: 'given',
    commands: [
      ['anchors', 'import', 'given'],
      ['goal', 'add', 'it crashes', '--criteria', 'given'],
      ['goal', 'add', 'it crashes', '--template', 'given'],
      ['result', 'check', 'given'],
      ['order', 'check', 'given'],
      ['template', 'check', 'given'],
      ['show', '--out', 'given'],
    ],
  },
];

const CASES = SCENES.flatMap((scene) => Object.keys(KINDS).map((kind) => ({ ...scene, kind })));

/** The file, or the folder it is one of. */
function isNamed(file: string, said: string): boolean {
  return said.includes(basename(file)) || said.includes(dirname(file));
}

describe('in place of a file that is read', () => {
  test.each(CASES)(
    '$kind as $file: every command and hook ends, none crashes, and who is refused is told the file',
    async ({ file, kind, commands, hooks = [] }) => {
      await using rig = await Rig.create({ testsBy: 'node' });
      await rig.typed('/wukong_fix it crashes');
      const path = join(rig.repo, file);
      const put = () => {
        rmSync(path, { force: true, recursive: true });
        mkdirSync(dirname(path), { recursive: true });
        KINDS[kind]?.(path);
      };
      try {
        for (const words of commands) {
          put();
          const { code, stdout, stderr } = await rig.cli(words, { limitMs: LIMIT_MS });
          const said = stdout + stderr;
          const what = `wukong ${words.join(' ')}: ${said}`;
          expect([0, 1, 2, 3], what).toContain(code);
          expect(said, what).not.toMatch(/has a bug|\n\s+at .*:\d+:\d+/);
          if (code === 1) expect(isNamed(file, said), what).toBe(true);
        }
        for (const event of hooks) {
          put();
          const payload = { prompt: 'hello', prompt_id: 'p2', stop_hook_active: false };
          const { code, stderr } = await rig.hook(event, payload);
          const what = `${event}: ${stderr}`;
          // Of trust itself nothing can be known, and the client goes on.
          expect(code === 0 || (code === 1 && isNamed(file, stderr)), what).toBe(true);
          expect(stderr, what).not.toMatch(/\n\s+at .*:\d+:\d+/);
        }
      } finally {
        // The rig looks into the log at its end, and a pipe would keep it.
        rmSync(path, { force: true, recursive: true });
      }
    },
  );
});
