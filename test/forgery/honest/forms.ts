// The same honest work in every form commands and reports take.

import type { Said } from '../acting.ts';
import { type Case, honest } from '../case.ts';
import { SOURCE } from '../project.ts';

function reports(name: string, said: Said, command = 'npm test'): Case {
  return {
    kind: 'honest',
    name,
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash(command);
      return agent.report(said);
    },
  };
}

const COMMANDS: readonly Case[] = [
  {
    kind: 'honest',
    name: 'goes to the repository by its absolute path',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash(`cd ${agent.where.repo} && npm test`);
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'goes to the repository by its absolute path in quotes, and says so',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash(`cd "${agent.where.repo}" && npm test 2>&1`);
      return agent.report({ repro: [`cd ${agent.where.repo} && npm test`] });
    },
  },
  {
    kind: 'honest',
    name: 'names a test by its absolute path',
    level: 'L2',
    async act(agent) {
      agent.fix();
      const command = `node --test ${agent.path('test/decoder.test.js')}`;
      await agent.bash(command);
      return agent.report({ repro: [command] });
    },
  },
  {
    kind: 'honest',
    name: 'stands in a package, and cites the way there',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test', { cwd: agent.path('packages/api') });
      return agent.report({ repro: ['cd packages/api && npm test'] });
    },
  },
  {
    kind: 'honest',
    name: 'stands in a package, and goes back to the top',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('cd ../.. && npm test', { cwd: agent.path('packages/api') });
      return agent.report();
    },
  },
  honest('goes to a package', 'cd packages/api && npm test'),
  honest('goes to a package with a dot', 'cd ./packages/api && npm test', {
    cited: 'cd packages/api && npm test',
  }),
  honest('writes both streams to a file', 'npm test > /tmp/out.log 2>&1', { cited: 'npm test' }),
  honest('joins the streams', 'npm test 2>&1', { cited: 'npm test' }),
  honest('lets the failure through the pipe', 'set -o pipefail; npm test 2>&1 | tail -20', {
    cited: 'npm test',
  }),
  honest(
    'lets the failure through the pipe in lines of its own',
    'set -euo pipefail\nnpm test | tee out.log',
    {
      cited: 'npm test',
    },
  ),
  honest('ends with the exit code of the tests', 'npm test; exit $?', { cited: 'npm test' }),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
  honest('ends with the exit code from the pipe', 'npm test | tail -5; exit ${PIPESTATUS[0]}', {
    cited: 'npm test',
  }),
  honest('says so when they passed', 'npm test && echo ALL GREEN', { cited: 'npm test' }),
  honest('fails by itself', 'npm test || exit 1', { cited: 'npm test' }),
  honest('says so when they failed', 'npm test || { echo failed; exit 1; }', { cited: 'npm test' }),
  honest('limits the time', 'timeout 120 npm test'),
  honest('sets variables', 'CI=1 TZ=UTC npm test'),
  honest('sets variables by env', 'env CI=1 npm test'),
  honest('exports a variable before', 'export CI=1 && npm test'),
  honest('puts its own programs before PATH', 'PATH="$PWD/node_modules/.bin:$PATH" vitest run'),
  honest('takes the programs of its home', 'export PATH="$HOME/.cargo/bin:$PATH" && cargo test'),
  honest('chooses a version of Node', 'source ~/.nvm/nvm.sh && nvm use 20 && npm test'),
  honest('breaks a long line', 'npm test -- \\\n  --test-name-pattern decodes', {
    cited: 'npm test -- --test-name-pattern decodes',
  }),
  honest('runs it in a shell', "bash -lc 'npm test'", { cited: 'npm test' }),
  honest('runs it in a shell that stops', "bash -euo pipefail -c 'npm run lint; npm test'"),
  honest('builds and tests', 'npm run typecheck && npm run lint && npm test'),
  honest('comments its command', '# all of them\nnpm test', { cited: 'npm test' }),
  honest('runs the program by its absolute path', '/usr/bin/npm test'),
  honest('runs tests in the subfolder on Windows', 'cd packages\\\\api && npm test'),
];

const REPORTS: readonly Case[] = [
  reports('cites in Tests only', { repro: [], tests: '`npm test` (9 passed)' }),
  reports('cites in Tests without marks', { repro: [], tests: 'npm test => 9 passed' }),
  reports('cites with a prompt', { reproLines: ['  - `$ npm test`'] }),
  reports('cites with an arrow', { reproLines: ['  - npm test -> 9 passed'] }),
  reports('numbers its steps', { reproLines: ['  1. `npm test`', '     result: 9 passed'] }),
  reports('says that it ran', { reproLines: ['  - Ran `npm test`: all 9 pass'] }),
  reports('says it in bold', { reproLines: ['  - **command:** `npm test`', '  - **result:** ok'] }),
  reports('cites in a block', { reproLines: ['```sh', 'npm test', '```'] }),
  reports('cites in a block with its output', {
    reproLines: ['```console', '$ npm test', '# pass 9', '```'],
  }),
  reports(
    'cites in a block of two lines',
    { reproLines: ['```sh', 'cd packages/api', 'npm test', '```'] },
    'cd packages/api\nnpm test',
  ),
  reports(
    'cites in a block what it joined',
    { reproLines: ['```sh', 'cd packages/api', 'npm test', '```'] },
    'cd packages/api && npm test',
  ),
  reports(
    'breaks a long line in a block',
    { reproLines: ['```sh', 'npm test -- \\', '  --test-name-pattern decodes', '```'] },
    'npm test -- --test-name-pattern decodes',
  ),
  reports('cites other commands beside it', { repro: ['git diff --stat', 'npm test', 'ls'] }),
  {
    kind: 'honest',
    name: 'reports in Chinese',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      return [
        `RunId:${agent.where.runId}`,
        'Status:done',
        'Evidence-Level:L2',
        '## 总结',
        '空的输入现在返回空数组。',
        '## 证据',
        '- 复现:',
        '  - `npm test`:9 个测试全部通过',
        '- 引用:',
        `  - ${agent.place()}`,
      ].join('\n');
    },
  },
  {
    kind: 'honest',
    name: 'wraps the whole report in a block',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      return `Here is my report:\n\n\`\`\`markdown\n${agent.report()}\n\`\`\``;
    },
  },
  {
    kind: 'honest',
    name: 'cites lines from to, and with marks',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      return agent.report({ references: [`\`${SOURCE}:1-3\``, `**${SOURCE}:2**`] });
    },
  },
  {
    kind: 'honest',
    name: 'hands back in auto mode',
    level: 'L2',
    via: 'SubagentHandback',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      return agent.report();
    },
  },
];

const COURSES: readonly Case[] = [
  {
    kind: 'honest',
    name: 'sees the tests fail, fixes, and sees them pass',
    level: 'L2',
    async act(agent) {
      await agent.bash('npm test', { code: 1, output: '# fail 1' });
      agent.fix();
      await agent.bash('npm test');
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'hides the exit code first, and shows it then',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test | tail -3');
      await agent.bash('npm test');
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'fixes by a shell before the tests',
    level: 'L2',
    async act(agent) {
      const text = agent
        .text(SOURCE)
        .replace('return [version];', 'return version ? [version] : [];');
      await agent.bash(`sed -i s/a/b/ ${SOURCE}`, { effect: () => agent.change(SOURCE, text) });
      await agent.bash('npm test');
      return agent.report({ references: [`${SOURCE}:3`] });
    },
  },
  {
    kind: 'honest',
    name: 'looks around after the tests',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      await agent.bash('git status --short && git diff | head -50', { output: ` M ${SOURCE}` });
      agent.read(SOURCE);
      await agent.bash(`sed -n 1,5p ${SOURCE}; ls -la; wc -l src/*.js`, { output: 'x' });
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'commits after the tests',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      await agent.bash('git add -A && git commit -qm "Guard the decoder"', { output: '' });
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'removes its own scratch outside after the tests',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      await agent.bash('rm -rf /tmp/scratch-of-mine && node -e "console.log(1)"', { output: '' });
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'lets the tests write what belongs to the tree',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test', {
        effect: () => agent.change('test/__snapshots__/decoder.snap', 'exports = {};\n'),
      });
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'writes ignored files after the tests',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      await agent.bash('npm test > out/last.log', {
        effect: () => agent.change('out/last.log', '# pass 9\n'),
      });
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'tried an edit that failed after the tests',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      const id = agent.call('Edit', {
        file_path: agent.path(SOURCE),
        old_string: 'x',
        new_string: 'y',
      });
      agent.answer(id, '<tool_use_error>String to replace not found</tool_use_error>', {
        is_error: true,
      });
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'is told what is missing, and does it',
    level: 'L2',
    async act(agent) {
      agent.fix();
      agent.say(agent.report({ repro: [] }));
      agent.raw({
        type: 'user',
        isMeta: true,
        message: { role: 'user', content: 'Stop hook feedback:\nRun the tests.' },
      });
      await agent.bash('npm test');
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'is an eye that cites what it read',
    level: 'L1',
    role: 'eye',
    act(agent) {
      agent.read(SOURCE);
      return agent.report({ repro: [], level: 'L1', references: [`${SOURCE}:2 "readUInt8(0)"`] });
    },
  },
  {
    kind: 'honest',
    name: 'is repeated line by line, as a resumed session does',
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      const lines = agent.transcript.trimEnd().split('\n');
      for (const line of lines) agent.raw(line);
      return agent.report();
    },
  },
  {
    kind: 'honest',
    name: 'has lines of types nobody knows between its own',
    level: 'L2',
    async act(agent) {
      agent.fix();
      agent.raw({ type: 'queue-operation', operation: 'enqueue', content: 'npm test' });
      agent.raw({ type: 'file-history-snapshot', snapshot: { a: 1 } });
      agent.raw('');
      await agent.bash('npm test');
      agent.raw({ type: 'api-request', message: { content: null } });
      return agent.report();
    },
  },
];

export const FORMS: readonly Case[] = [...COMMANDS, ...REPORTS, ...COURSES];
