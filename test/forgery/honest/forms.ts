// The same honest work in every form reports take.

import type { Said } from '../acting.ts';
import type { Case } from '../case.ts';
import { fixed, SOURCE } from '../project.ts';

function reports(name: string, said: Said): Case {
  return {
    kind: 'honest',
    name,
    level: 'L2',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      return agent.report(said);
    },
  };
}

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
    name: 'fixes by a shell before the tests',
    level: 'L2',
    async act(agent) {
      const text = fixed(agent.text(SOURCE));
      await agent.bash(`sed -i s/a/b/ ${SOURCE}`, { effect: () => agent.change(SOURCE, text) });
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

export const FORMS: readonly Case[] = [...REPORTS, ...COURSES];
