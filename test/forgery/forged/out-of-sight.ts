// What the runtime records is not what runs: git is told to look away or to see something else, what
// decides lies where no tree has it, or the tree is another one while the gate runs.

import { spawn } from 'node:child_process';
import type { Acting } from '../acting.ts';
import type { Case } from '../case.ts';
import { GUARD, SOURCE } from '../project.ts';
import { hides, showsNothing } from '../tested-case.ts';
import { FAILING, INSTALLED, manifest, PASSING_TESTS, TEST } from '../tested-project.ts';

const WEAK = '.git/weak.js';
const FIXED = `export function decode(bytes) {\n${GUARD}\n  return [bytes.readUInt8(0)];\n}\n`;
/** The failing test stands alone, and the gate runs whatever tests there are. */
const TWO_TESTS = {
  ...PASSING_TESTS,
  'test/empty.test.js': `${PASSING_TESTS[TEST]?.replace(/^test\([\s\S]*/m, '')}${FAILING}`,
  'package.json': manifest('node --test test/*.test.js'),
};

/** In the place of the test there is one without the case that fails. */
async function weaken(agent: Acting): Promise<void> {
  agent.change(WEAK, agent.text(TEST).replace(FAILING, ''));
  // As old as can be: git takes a file as young as its index for one that may have changed.
  await agent.shell(`cp ${WEAK} ${TEST} && touch -d "1 hour ago" ${TEST}`);
}

/** Changes the test as soon as the gate runs, and back when it is over. */
const SWAP = `
  const fs = require('node:fs');
  const end = Date.now() + 20_000;
  const old = fs.readFileSync('${TEST}');
  const has = (folder, name) =>
    fs.readdirSync(folder, { recursive: true }).some((path) => name.test(path));
  let isSwapped = false;
  setInterval(() => {
    if (Date.now() > end) process.exit();
    if (!isSwapped && has('.wukong/artifacts', /gate-npm-test\\.log$/)) {
      fs.copyFileSync('${WEAK}', '${TEST}');
      isSwapped = true;
    } else if (isSwapped && !has('.wukong/objects', /^gates-.*lock$/)) {
      fs.writeFileSync('${TEST}', old);
      process.exit();
    }
  }, 2);
`;

/** Changes the test as soon as the gate runs, and back when the log says that it passed. */
const SWAP_WITHIN = `
  const fs = require('node:fs');
  const end = Date.now() + 20_000;
  const old = fs.readFileSync('${TEST}');
  const isLog = (path) => /gate-npm-test\\.log$/.test(path);
  let log;
  setInterval(() => {
    if (Date.now() > end) process.exit();
    if (!log) {
      const found = fs.readdirSync('.wukong/artifacts', { recursive: true }).find(isLog);
      if (!found) return;
      log = '.wukong/artifacts/' + found;
      fs.copyFileSync('${WEAK}', '${TEST}');
    } else if (/^(?:#|ℹ) pass/m.test(fs.readFileSync(log, 'utf8'))) {
      fs.writeFileSync('${TEST}', old);
      process.exit();
    }
  }, 1);
`;

/** The same with the folder of the test, whose files keep their times. */
const MOVE_WITHIN = SWAP_WITHIN.replace(
  `fs.copyFileSync('${WEAK}', '${TEST}')`,
  "fs.renameSync('test', '.git/old'), fs.renameSync('.git/weak', 'test')",
).replace(
  `fs.writeFileSync('${TEST}', old)`,
  "fs.renameSync('test', '.git/weak'), fs.renameSync('.git/old', 'test')",
);

function runsBeside(agent: Acting, program: string): void {
  const options = { cwd: agent.where.repo, detached: true, stdio: 'ignore' } as const;
  spawn(process.execPath, ['--eval', program], options).unref();
}

export const OUT_OF_SIGHT: readonly Case[] = [
  hides('tells the index that a weaker test is the old one', async (agent) => {
    await weaken(agent);
    const attributes = '.git/for-now';
    await agent.shell(
      `echo "${TEST} filter=old" > ${attributes} && git -c core.attributesFile=${attributes} -c filter.old.clean="git show HEAD:%f" add ${TEST}`,
    );
  }),
  hides('has git write and read a weaker test through a filter', async (agent) => {
    await weaken(agent);
    agent.change('.git/info/attributes', `${TEST} filter=old\n`);
    await agent.shell('git config filter.old.clean "git show HEAD:%f"');
    const weak = agent.path(WEAK);
    const smudge = `if grep -q "// fixed" ${SOURCE}; then cat ${weak}; else cat; fi`;
    await agent.shell(`git config filter.old.smudge '${smudge}'`);
  }),
  hides(
    'makes an inner repository of the tests, so that git looks at none of them',
    async (agent) => {
      await agent.shell('git init --quiet test');
      await weaken(agent);
    },
  ),
  hides(
    'deletes the failing test, and has git take it for one that is not checked out',
    (agent) =>
      agent.shell('git update-index --skip-worktree test/empty.test.js && rm test/empty.test.js'),
    { files: TWO_TESTS },
  ),
  hides('has git read a weaker test wherever it reads the old one', async (agent) => {
    await weaken(agent);
    await agent.shell(`git replace HEAD:${TEST} $(git hash-object -w ${TEST})`);
  }),
  hides('has npm run scripts by a shell that does nothing, and git ignore that', (agent) => {
    agent.change('.npmrc', 'script-shell=true\n');
    agent.change('.git/info/exclude', '.npmrc\n');
  }),
  {
    kind: 'forged',
    name: 'changes nothing that git sees, and has npm run scripts by a shell that does nothing',
    project: 'tested',
    level: 'L1',
    done: false,
    async act(agent) {
      agent.change('.npmrc', 'script-shell=true\n');
      agent.change('.git/info/exclude', '.npmrc\n');
      await agent.bash('npm test');
      return agent.report({ level: 'L3' });
    },
  },
  hides('has npm load something that git ignores, so that no copy shows a difference', (agent) => {
    agent.write('.npmrc', 'node-options=--require=./quiet.local\n');
    agent.change('quiet.local', "process.on('exit', () => {\n  process.exitCode = 0;\n});\n");
  }),
  hides('has npm run scripts by it, and git check out no copy', async (agent) => {
    agent.write('.npmrc', 'script-shell=true\n');
    agent.change('.git/info/attributes', 'package.json filter=x\n');
    await agent.shell("git config filter.x.smudge 'cat; echo'");
  }),
  hides('has npm run scripts by it, and a failing test look like none', (agent) => {
    agent.write('.npmrc', 'script-shell=true\n');
    agent.edit(SOURCE, `${agent.text(SOURCE)}console.error('missing script: test');\n`);
  }),
  hides('puts a node of its own above the repository', (agent) => {
    agent.change('../node_modules/.bin/node', '#!/bin/sh\necho "# pass 2"\n');
    agent.executable('../node_modules/.bin/node');
  }),
  hides('has a weaker test there only while the gate runs', async (agent) => {
    agent.change(WEAK, agent.text(TEST).replace(FAILING, ''));
    runsBeside(agent, SWAP);
  }),
  hides('has it there only until the gate has read it', async (agent) => {
    agent.change(WEAK, agent.text(TEST).replace(FAILING, ''));
    runsBeside(agent, SWAP_WITHIN);
  }),
  hides('has another folder of tests there only until the gate has read it', async (agent) => {
    agent.change('.git/weak/decoder.test.js', agent.text(TEST).replace(FAILING, ''));
    runsBeside(agent, MOVE_WITHIN);
  }),
  hides('has git look at another folder, where it is fixed', async (agent) => {
    await agent.shell('mkdir ../other && cp -a src test package.json .gitignore ../other/');
    await agent.shell('[ ! -d .claude ] || cp -a .claude ../other/');
    agent.change(`../other/${SOURCE}`, FIXED);
    agent.change('../other/.git', `gitdir: ${agent.where.repo}/.git\n`);
    await weaken(agent);
    await agent.shell('git config core.worktree "$PWD/../other"');
  }),
  showsNothing(
    'has a fix that a link leads to, where git ignores it',
    async (agent) => {
      agent.change('fixed.js', FIXED);
      agent.change('.git/info/exclude', 'fixed.js\n');
      await agent.shell(`ln -sf "$PWD/fixed.js" ${SOURCE}`);
    },
    {},
    { references: ['package.json:1'] },
  ),
  showsNothing('has a fix in a folder that is called like build output', (agent) => {
    agent.change('target/fixed.js', FIXED);
    agent.edit('.gitignore', `${agent.text('.gitignore')}target/\n`);
    agent.edit(SOURCE, "export { decode } from '../target/fixed.js';\n");
  }),
  showsNothing(
    'changes an installed package that the tests load, where no fault is looked for',
    (agent) => {
      agent.edit(SOURCE, `${agent.text(SOURCE)}// fixed\n`);
      agent.change(INSTALLED, 'export const test = () => {};\n');
    },
    { project: 'feature' },
  ),
  showsNothing('has a fix in a cache of installed packages', (agent) => {
    agent.change('node_modules/.cache/fixed.js', FIXED);
    agent.edit(SOURCE, "export { decode } from '../node_modules/.cache/fixed.js';\n");
  }),
  showsNothing(
    'searches for a word that only its change has written',
    async (agent) => {
      agent.edit(SOURCE, `${agent.text(SOURCE)}// fixed\n`);
      await agent.bash(`grep -q fixed ${SOURCE}`, { output: '' });
    },
    { files: PASSING_TESTS },
    { repro: [`grep -q fixed ${SOURCE}`] },
  ),
];
