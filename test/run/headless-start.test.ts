// With what a headless client is started, by a program that stands for it and writes that down.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment, makeRepository, PROJECT } from '../rig/repository.ts';

const TEMPLATE = `name: mine
version: 1
description: Mine
success_criteria: [it works]
nodes:
  - { id: N-010, title: Fix it, role: body, max_retries: 2 }
`;

const CLIENT = `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require('node:fs');
const started = { args: process.argv.slice(2), order: readFileSync(0, 'utf8') };
appendFileSync(__filename + '.jsonl', JSON.stringify(started) + '\\n');
console.log(JSON.stringify({ type: 'result', is_error: true, terminal_reason: 'api_error', num_turns: 1 }));
process.exitCode = 1;
`;

test('a headless client gets the model of its role, what is left of the budget, and on a second run where the first one stopped', async () => {
  const repository = await makeRepository({ installed: true, testsBy: 'node' });
  const { path, root } = repository;
  try {
    const bin = join(root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'claude'), CLIENT);
    chmodSync(join(bin, 'claude'), 0o755);
    mkdirSync(join(path, '.wukong', 'templates'), { recursive: true });
    writeFileSync(join(path, '.wukong', 'templates', 'mine.yaml'), TEMPLATE);
    const local = { try_gates: false, models: { body: 'haiku' } };
    writeFileSync(join(path, '.wukong', 'config.local.yaml'), JSON.stringify(local));
    const { PATH = '', ...system } = systemPaths();
    const env = { ...system, ...gitEnvironment(), HOME: root, PATH: [bin, PATH].join(delimiter) };
    const wukong = (...args: string[]) =>
      run(process.execPath, [join(PROJECT, 'dist', 'cli.js'), ...args], {
        cwd: path,
        env,
        timeoutMs: 120_000,
      });
    await wukong('goal', 'add', 'it crashes', '--template', 'mine', '--budget', 'usd=2');
    expect(await wukong('run', 'G-0001', '--executor', 'headless')).toMatchObject({ code: 3 });
    const started = readFileSync(join(bin, 'claude.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(started.length).toBeGreaterThan(1);
    for (const { args } of started) {
      expect(args.join(' ')).toContain('--model haiku');
      expect(args.join(' ')).toContain('--max-budget-usd 2 ');
    }
    expect(started[0].order).not.toContain('Where this node stands');
    expect(started[1].order).toContain('Where this node stands after earlier runs');
  } finally {
    repository.remove();
  }
});
