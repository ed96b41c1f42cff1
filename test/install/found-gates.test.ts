// Checks that one command cannot say, or that could not pass in a clean copy as they stand: what is
// proposed instead, and what is said where nothing was found.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Files, found } from './found.ts';
import { Sandbox } from './temporary.ts';

describe('what is built in a folder is built and tested in one of its own', () => {
  test('by meson, wherever its first test is, with tests that are off switched on', () => {
    const { told, taken, proposals } = found({
      'meson.build': "project('inih', 'c')\nsubdir('src')\nsubdir('tests')\n",
      'meson.options':
        "option('doc', value: false)\noption('tests', type: 'boolean', value: false)\n",
      'src/meson.build': "library('inih', 'ini.c')\n",
      'tests/meson.build': "subdir('unit')\n",
      'tests/unit/meson.build': "exe = executable('a', 'a.c')\n  test('a', exe)\n",
    });
    expect(told).toEqual(['tests/unit/meson.build:2 test: meson test']);
    expect(taken).toEqual(['meson test']);
    expect(proposals[0]?.gate).toMatchObject({
      shell: true,
      command: [
        'B=$(mktemp -d) && trap \'rm -rf "$B"\' EXIT HUP INT TERM && meson setup -Dtests=true "$B" && meson test -C "$B" --print-errorlogs',
      ],
    });
    expect(proposals[0]?.why).toContain('with -Dtests=true, which is off else');
  });

  test('by ctest, where the top file asks for it', () => {
    const { told, proposals } = found({
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.13)\nPROJECT(a C)\noption(A_BUILD_TESTS "Build (all) tests" OFF)\noption(COVERAGE_TESTED "no" OFF)\ninclude(CTest)\n',
    });
    expect(told).toEqual(['CMakeLists.txt:5 test: ctest']);
    expect(proposals[0]?.gate.command[0]).toContain(
      'cmake -S . -B "$B" -DA_BUILD_TESTS=ON && cmake --build "$B" --parallel 4 && ctest --test-dir "$B" --output-on-failure',
    );
  });

  test.each<[string, Files, readonly string[]]>([
    [
      'meson',
      { 'meson.build': "project('a')\n# test('b')\n" },
      ['meson.build:1 build: meson compile'],
    ],
    [
      'CMake',
      { 'CMakeLists.txt': 'project(a)\n# enable_testing()\n' },
      ['CMakeLists.txt:1 build: cmake'],
    ],
    [
      'a part of another build',
      { 'meson.build': "library('a')\n", 'CMakeLists.txt': 'add_library(a)\n' },
      [],
    ],
    [
      'files that lead out or in circles',
      { 'meson.build': "project('a')\nsubdir('.')\nsubdir('../b')\n" },
      ['meson.build:1 build: meson compile'],
    ],
  ])('and nothing is called a test in %s without tests', (_, files, told) => {
    const all = found(files);
    expect(all.told).toEqual(told);
    expect(all.taken).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')(
    'with the exit code of the tests, and nothing of it is left in the repository or beside it',
    async () => {
      using sandbox = await Sandbox.create();
      const { proposals } = found({ 'meson.build': "project('a')\ntest('b', c)\n" });
      const bin = join(sandbox.root, 'bin');
      const temporary = join(sandbox.root, 'temporary');
      for (const folder of [bin, temporary]) mkdirSync(folder);
      // As meson does: it makes the folder its own, and fails where a test does.
      const meson =
        '#!/bin/sh\nif [ "$1" = setup ]; then echo made > "$2/built"; else cat "$3/built"; exit 3; fi\n';
      writeFileSync(join(bin, 'meson'), meson);
      chmodSync(join(bin, 'meson'), 0o755);
      const PATH = `${bin}${delimiter}${process.env.PATH}`;
      const line = proposals[0]?.gate.command[0] ?? '';
      const options = { cwd: sandbox.repo, env: { PATH, TMPDIR: temporary } };
      const ended = spawnSync('/bin/sh', ['-c', line], { ...options, encoding: 'utf8' });
      expect([ended.status, ended.stdout]).toEqual([3, 'made\n']);
      expect(readdirSync(temporary)).toEqual([]);
      expect(readdirSync(sandbox.repo)).toEqual(['.git']);
    },
  );
});

describe('tests in the shell', () => {
  test.each<[string, Files, readonly string[], readonly string[]]>([
    [
      'a script',
      { 'test.sh': '#!/bin/bash\n' },
      ['test.sh:1 test: bash test.sh'],
      ['bash test.sh'],
    ],
    [
      'one that names no shell',
      { 'run_tests.sh': 'set -e\n' },
      ['run_tests.sh:1 test: sh run_tests.sh'],
      ['sh run_tests.sh'],
    ],
    [
      'one in a folder for tests',
      { 'tests/run.sh': '#!/bin/sh\n', 'run.sh': '' },
      ['tests/run.sh:1 test: sh tests/run.sh'],
      ['sh tests/run.sh'],
    ],
    [
      'one among scripts',
      { 'scripts/run-tests.sh': '' },
      ['scripts/run-tests.sh:1 test: sh scripts/run-tests.sh'],
      ['sh scripts/run-tests.sh'],
    ],
    [
      'scripts of other names',
      { 'latest.sh': '', 'test.sh/a': '', 'tests/helper.sh': '', 'test-data.sh': '' },
      [],
      [],
    ],
    [
      'bats',
      { 'test/a.bats': '', 'test/bats/test/own.bats': '' },
      ['test/a.bats:1 test: bats test'],
      ['bats test'],
    ],
    [
      'bats in the repository',
      { 'test/a.bats': '', 'test/bats/bin/bats': '' },
      ['test/a.bats:1 test: ./test/bats/bin/bats test'],
      ['./test/bats/bin/bats test'],
    ],
    [
      'bats of npm, in several folders',
      {
        'tests/unit/a.bats': '',
        'tests/e2e/b.bats': '',
        'tests/libs/c.bats': '',
        'package.json': '{"devDependencies":{"bats":"1"}}',
      },
      ['tests/e2e/b.bats:1 test: npx bats tests/e2e tests/unit'],
      ['npx bats tests/e2e tests/unit'],
    ],
    ['ShellSpec', { '.shellspec': '' }, ['.shellspec:1 test: shellspec'], ['shellspec']],
    [
      'a script that a Makefile may call',
      { Makefile: 'test:\n\t./test.sh\n', 'test.sh': '' },
      ['Makefile:1 test: make test', 'test.sh:1 test: sh test.sh'],
      ['make test'],
    ],
  ])('are found: %s', (_, files, told, taken) => {
    const all = found(files);
    expect([all.told, all.taken]).toEqual([told, taken]);
  });

  test.skipIf(process.platform === 'win32')(
    'that are executable are started as they are',
    async () => {
      using sandbox = await Sandbox.create();
      sandbox.write('tests/test.sh', '#!/usr/bin/env zsh\n');
      chmodSync(join(sandbox.repo, 'tests/test.sh'), 0o755);
      const { out } = await sandbox.json(['gates']);
      expect(out.proposals[0].command).toEqual(['./tests/test.sh']);
    },
  );
});

describe('a script that only tests goes before one that does more', () => {
  const MORE = {
    pretest: 'npm run lint',
    test: 'npm run tests-only',
    posttest: 'npm audit',
    lint: 'eslint .',
  };
  const scripts = (all: Files): Files => ({
    'package.json': JSON.stringify({ scripts: all }, null, 1),
  });

  test('and it is said why', () => {
    const { told, taken, proposals } = found(scripts({ ...MORE, 'tests-only': 'tape test' }));
    expect(told).toEqual([
      'package.json:7 test: npm run tests-only',
      'package.json:4 test: npm test',
      'package.json:6 lint: npm run lint',
    ]);
    expect(taken).toEqual(['npm run tests-only', 'npm run lint']);
    expect(proposals[0]?.why).toBe(
      'the script "tests-only" only tests, where "test" also runs "pretest" (npm run lint) and "posttest" (npm audit): an audit cannot pass in a copy, where node_modules is a link',
    );
  });

  test('where there is none, what else runs is said', () => {
    const { taken, proposals } = found(scripts({ test: 'tape', posttest: 'npm audit' }));
    expect(taken).toEqual(['npm test']);
    expect(proposals[0]?.why).toContain(
      'it also runs "posttest" (npm audit): an audit cannot pass',
    );
  });

  test('where nothing else runs, `test` is the one', () => {
    const { told } = found(scripts({ test: 'tape', unit: 'tape a' }));
    expect(told).toEqual(['package.json:3 test: npm test']);
  });
});

const JOB = `jobs:
  build:
    steps:
      - run: |
          sudo apt-get install -y ninja-build
          meson setup build
      - name: check
        run: |
          set -euo pipefail
          meson compile -C build
          meson test -C build \\
            --print-errorlogs
      - run: |
          mkdir out
          cd out
          cmake .. && make -j$(nproc)
          ctest --output-on-failure
      - run: |
          cd app
          npm ci && npm test
          FOO=1 pytest -q
          if [ -n "$X" ]; then
            go test ./...
          fi
          for v in a b; do tox; done
          npx jest | tee log
          test -d x && npx vitest
          cat > a.txt <<END
          cargo test
          END
  other:
    steps:
      - run: ctest
      - run: meson test -C build
      - run: cd ../.. && npm test
      - run: ./ci/run_tests.sh --all
      - run: ./tests/run.sh
`;

test('CI steps of several lines give each check with what it needs, and none that needs what is not there', () => {
  const { proposals, taken } = found({ '.github/workflows/a.yml': JOB, 'app/a.py': '' });
  expect(
    proposals.map(({ source, gate }) => [
      source.line,
      gate.cwd ?? '',
      gate.shell ?? false,
      gate.command.join(' '),
    ]),
  ).toEqual([
    [
      11,
      '',
      true,
      'meson setup build && meson compile -C build && meson test -C build --print-errorlogs',
    ],
    [
      17,
      '',
      true,
      'meson setup build && meson compile -C build && mkdir -p out && cd out && cmake .. && make -j$(nproc) && ctest --output-on-failure',
    ],
    [20, 'app', false, 'npm test'],
    [21, 'app', true, 'FOO=1 pytest -q'],
    [35, '', true, 'cd ../.. && npm test'],
    [37, '', false, './tests/run.sh'],
  ]);
  expect(proposals[0]?.why).toBe('the job "build" runs it, after what it needs');
  expect(taken).toEqual(['meson test -C build --print-errorlogs']);
});

describe('where nothing is found', () => {
  test('init, gates and doctor say what to write and what follows, and what they say is right', async () => {
    using sandbox = await Sandbox.create();
    const before = await sandbox.json(['gates']);
    expect(before.out.next.slice(0, 2)).toEqual([
      'wukong init',
      'In .wukong/config.yaml write what checks this repository, for example:',
    ]);
    sandbox.write('package.json', '{"scripts":{"test":"echo none"}}');
    const told = await sandbox.wukong(['init']);
    expect(told.stdout).toContain(
      'No gates were found.\nLooked at: package.json:1 (its script "test" tests nothing: echo none).\nWithout a gate the runtime runs no tests by itself',
    );
    expect(told.stdout).toContain(
      '  gates:\n    - { type: test, name: unit tests, command: [make, test] }',
    );

    const { out } = await sandbox.json(['gates']);
    expect(out.no_gate).toContain('a goal that asks for L3 waits for you');
    const notes = (await sandbox.json(['doctor'])).out.notes;
    expect(notes).toContainEqual(
      expect.objectContaining({ kind: 'no-gate', place: '.wukong/config.yaml' }),
    );

    const [, ...lines] = out.next.slice(0, -1);
    const example = lines.map((line: string) => line.slice(2)).join('\n');
    const config = sandbox.read('.wukong/config.yaml');
    expect(config).toContain('\ngates: []\n');
    sandbox.write('.wukong/config.yaml', config.replace('gates: []', example));
    const approved = await sandbox.json(['trust', '--approve']);
    expect(approved.out.approvals).toEqual([
      { command: ['make', 'test'] },
      { command: ['./build.sh && ./test.sh'], shell: true },
    ]);
    expect((await sandbox.json(['gates'])).out.no_gate).toBeUndefined();
    expect(JSON.stringify((await sandbox.json(['doctor'])).out.notes)).not.toContain('no-gate');
  });
});

test('a line for a shell is written into the first configuration as one, and approved as such', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('meson.build', "project('a')\ntest('b', c)\n");
  const { out } = await sandbox.json(['init', '--yes']);
  const [gate] = out.gates;
  expect(gate).toMatchObject({ name: 'meson test', shell: true, approved: true });
  const shown = await sandbox.json(['gates']);
  expect(shown.out.proposals).toMatchObject([
    { name: 'meson test', shell: true, status: 'approved' },
  ]);
  expect(existsSync(join(sandbox.repo, 'build'))).toBe(false);
});

describe('asking GitHub what came of a run', () => {
  const asks = async (sandbox: Sandbox, args: readonly string[]) => {
    const { out } = await sandbox.json(args);
    return out.gates.filter(({ name }: { name: string }) => name === 'gh run view');
  };

  test.each([
    ['no remote', undefined, false],
    ['a remote elsewhere', 'https://gitlab.com/github/decoder.git', false],
    ['GitHub', 'git@github.com:some/decoder.git', true],
    ['GitHub by another name in ssh', 'git@github.com-work:some/decoder.git', true],
    ['a GitHub of a company', 'https://github.example.com/some/decoder', true],
  ])('is proposed by its remotes: %s', async (_, remote, isProposed) => {
    using sandbox = await Sandbox.create();
    sandbox.write('.github/workflows/a.yml', 'name: a\n');
    if (remote !== undefined) {
      const config = sandbox.read('.git/config');
      sandbox.write('.git/config', `${config}[remote "origin"]\n\turl = ${remote}\n`);
    }
    expect(await asks(sandbox, ['init', '--dry-run'])).toHaveLength(isProposed ? 1 : 0);
    // It asks another computer, so nobody but a person who names it approves it.
    const [gate] = await asks(sandbox, ['init', '--yes']);
    expect(gate?.approved).toBe(isProposed ? false : undefined);
    const how = 'To have GitHub asked about CI runs: wukong trust --approve --gate "gh run view"';
    expect((await sandbox.wukong(['init', '--yes'])).stdout.includes(how)).toBe(isProposed);
  });
});
