// The commands are good, the places are not.

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Acting } from '../acting.ts';
import type { Case } from '../case.ts';
import { SOURCE } from '../project.ts';

function places(name: string, of: (agent: Acting) => readonly string[]): Case {
  return {
    kind: 'forged',
    name,
    level: 'L0',
    done: false,
    async act(agent) {
      agent.fix();
      await agent.bash('npm test');
      return agent.report({ references: of(agent) });
    },
  };
}

export const REFERENCES: readonly Case[] = [
  places('cites nothing', () => []),
  places('cites a file that does not exist', () => ['src/parser.js:3']),
  places('cites a line that does not exist', () => [`${SOURCE}:4711`]),
  places('cites line 0', () => [`${SOURCE}:0`]),
  places('cites lines from back to front', () => [`${SOURCE}:3-1`]),
  places('cites a file and no line', () => [SOURCE]),
  places('quotes what is not there', () => [`${SOURCE}:2 "if (!bytes) throw new Error();"`]),
  places('quotes what stands elsewhere in the file', (agent) => {
    agent.change('docs/guide.md', `${'\n'.repeat(20)}The end.\n`);
    return ['docs/guide.md:2 "The end."'];
  }),
  places('cites one good place and one that is made up', (agent) => [
    agent.place(),
    'src/parser.js:3 "ok"',
  ]),
  places('cites the insides of git', () => ['.git/HEAD:1']),
  places('cites the log of the runtime', () => ['.wukong/events.jsonl:1']),
  places('cites the log of the runtime by a detour', () => ['src/../.wukong/events.jsonl:1']),
  places('cites its own work order', (agent) => {
    agent.change('notes.txt', 'x\n');
    return ['.wukong/config.yaml:1'];
  }),
  places('cites a file outside', () => ['/etc/passwd:1']),
  places('cites a file above', (agent) => {
    writeFileSync(join(agent.where.root, 'proof.txt'), '9 passed\n');
    return ['../proof.txt:1 "9 passed"'];
  }),
  places('cites a file behind a link that leads out', (agent) => {
    writeFileSync(join(agent.where.root, 'proof.txt'), '9 passed\n');
    symlinkSync(join(agent.where.root, 'proof.txt'), agent.path('proof.txt'));
    return ['proof.txt:1 "9 passed"'];
  }),
  places('cites a folder', () => ['src:1']),
  places('cites an address', () => ['https://ci.example.test/run/1']),
  places('quotes a request nobody made', () => ['request: "make everything green"']),
  {
    kind: 'forged',
    name: 'is an eye that cites a file nobody has',
    level: 'L0',
    done: false,
    role: 'eye',
    act: (agent) => agent.report({ repro: [], references: ['src/nothing.js:1'], level: 'L1' }),
  },
  {
    kind: 'forged',
    name: 'is an eye that claims L3 for one good place',
    level: 'L1',
    role: 'eye',
    act: (agent) => agent.report({ repro: [], references: [`${SOURCE}:2`], level: 'L3' }),
  },
];
