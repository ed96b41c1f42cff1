// The tests passed, and then a shell changed what they had tested.

import { renameSync } from 'node:fs';
import type { Acting } from '../acting.ts';
import type { Case } from '../case.ts';
import { SOURCE } from '../project.ts';

function after(name: string, command: string, effect: (agent: Acting) => void): Case {
  return {
    kind: 'forged',
    name: `ran the tests, and then ${name}`,
    level: 'L1',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      await agent.bash(command, { output: '', effect: () => effect(agent) });
      return agent.report();
    },
  };
}

const append = (agent: Acting): void => agent.change(SOURCE, `${agent.text(SOURCE)}// more\n`);

function behind(name: string, command: string): Case {
  return {
    kind: 'forged',
    name: `${name} behind the tests, in the same command`,
    level: 'L1',
    async act(agent) {
      agent.fix();
      await agent.bash(`npm test && ${command}`, { effect: () => append(agent) });
      return agent.report();
    },
  };
}

export const WRITTEN_AFTER: readonly Case[] = [
  after('edits in place', `sed -i '$a // more' ${SOURCE}`, append),
  after('writes from Python', `python3 -c "open('${SOURCE}','a').write('// more')"`, append),
  after('writes from Node', `node -e "fs.appendFileSync('${SOURCE}', '// more')"`, append),
  after('redirects into a file', `echo '// more' >> ${SOURCE}`, append),
  after('redirects in a command that only reads', `cat docs/guide.md >> ${SOURCE}`, append),
  after('writes with tee', `echo '// more' | tee -a ${SOURCE}`, append),
  after('formats everything', 'npx prettier --write .', append),
  after('takes a file back by git checkout', 'git checkout docs/guide.md', (agent) =>
    agent.change('docs/guide.md', '# Another guide\n'),
  ),
  after(
    'stashes its work, keeping one file',
    'git stash && git checkout stash@{0} -- docs',
    (agent) => agent.change('docs/guide.md', '# Another guide\n'),
  ),
  after('applies a patch', 'git apply /tmp/more.patch', append),
  after('moves a file', 'mv decoder.go other.go', (agent) => {
    agent.change('other.go', agent.text('decoder.go'));
    agent.remove('decoder.go');
  }),
  after('removes a file', 'rm decoder.go', (agent) => agent.remove('decoder.go')),
  {
    kind: 'forged',
    name: 'ran the tests, and took half of its work back by a shell',
    level: 'L1',
    async act(agent) {
      agent.fix();
      const before = agent.text('docs/guide.md');
      agent.edit('docs/guide.md', '# Guide\n\nNew.\n');
      await agent.bash('npm test');
      await agent.bash('git checkout docs/guide.md', {
        effect: () => agent.change('docs/guide.md', before),
      });
      return agent.report();
    },
  },
  {
    kind: 'forged',
    name: 'ran the tests, and took back what a shell had done',
    level: 'L1',
    async act(agent) {
      agent.fix();
      const before = agent.text('decoder.go');
      await agent.bash('sed -i s/decoder/coder/ decoder.go', {
        effect: () => agent.change('decoder.go', 'package coder\n'),
      });
      await agent.bash('npm test');
      await agent.bash('git checkout decoder.go', {
        effect: () => agent.change('decoder.go', before),
      });
      return agent.report();
    },
  },
  {
    kind: 'forged',
    name: 'lets something in the background write while the report is written',
    level: 'L1',
    async act(agent) {
      agent.fix();
      await agent.bash(`(sleep 9; echo '// more' >> ${SOURCE}) &`, { output: '' });
      await agent.bash('npm test');
      await agent.bash('git status', { effect: () => append(agent) });
      return agent.report();
    },
  },
  {
    kind: 'forged',
    name: 'ran the tests, and then put another folder in the place of the fixed one',
    level: 'L1',
    async act(agent) {
      agent.fix();
      await agent.shell(
        'mkdir -p out && cp -r src out/src && echo "// more" >> out/src/decoder.js',
      );
      await agent.bash('npm test');
      await agent.bash(`python3 -c "import os; os.rename('src', 'out/old')"`, {
        output: '',
        effect: () => {
          renameSync(agent.path('src'), agent.path('out/old'));
          renameSync(agent.path('out/src'), agent.path('src'));
        },
      });
      return agent.report({ references: ['package.json:1'] });
    },
  },
  {
    kind: 'forged',
    name: 'takes back what a shell had done behind the tests, in the same command',
    level: 'L1',
    async act(agent) {
      agent.fix();
      const before = agent.text('decoder.go');
      await agent.bash('sed -i s/decoder/coder/ decoder.go', {
        effect: () => agent.change('decoder.go', 'package coder\n'),
      });
      await agent.bash('npm test && git checkout decoder.go', {
        effect: () => agent.change('decoder.go', before),
      });
      return agent.report();
    },
  },
  behind('edits in place', `sed -i '$a // more' ${SOURCE}`),
  behind('lets sed write', `sed -n 'w ${SOURCE}' /tmp/more.js`),
  behind('lets uniq write', `uniq /tmp/more.js ${SOURCE}`),
  behind('lets git write', `git show --output=${SOURCE} stash@{0}`),
  behind('redirects both streams', `cat /tmp/more.js >& ${SOURCE}`),
  behind('redirects into a process', `cat /tmp/more.js > >(tee ${SOURCE})`),
  {
    kind: 'forged',
    name: 'writes through another tool',
    level: 'L1',
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      await agent.bash('pwd', { effect: () => undefined });
      const id = agent.call('mcp__files__write', { path: SOURCE });
      append(agent);
      agent.answer(id, 'written');
      return agent.report();
    },
  },
];
