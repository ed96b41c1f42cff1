// Checks found in small repositories of each kind: what is proposed, from which line, and what of it
// the first configuration takes.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Files, found } from './found.ts';
import { Sandbox } from './temporary.ts';

const MANIFEST = `{
  "name": "解码器",
  "scripts": {
    "build": "tsc",
    "test": "vitest run",
    "check-types": "tsc --noEmit"
  }
}`;

describe('proposals name the line they come from', () => {
  test.each<[string, Files, readonly string[]]>([
    [
      'npm',
      { 'package.json': MANIFEST, 'package-lock.json': '{}' },
      [
        'package.json:5 test: npm test',
        'package.json:6 typecheck: npm run check-types',
        'package.json:4 build: npm run build',
      ],
    ],
    [
      'the package manager named in package.json',
      { 'package.json': '{"packageManager":"pnpm@9.1.0","scripts":{"test":"t"}}' },
      ['package.json:1 test: pnpm test'],
    ],
    [
      'make',
      { Makefile: '.PHONY: test\n\nbuild: a.c\n\tcc a.c\ntest: build\n\t./a\ncheck: test\n' },
      ['Makefile:5 test: make test', 'Makefile:3 build: make build'],
    ],
    ['make check', { makefile: 'check:\n\t./run\n' }, ['makefile:1 test: make check']],
    [
      'just, without recipes that want words',
      { justfile: 'lint:\n  x\n@test:\n  x\nbuild target:\n  x\ntypecheck := "no"\n' },
      ['justfile:3 test: just test', 'justfile:1 lint: just lint'],
    ],
    [
      'python',
      {
        'pyproject.toml':
          '[project]\nname = "x"\n\n[tool.pytest.ini_options]\n[tool.ruff.lint]\nselect = []\n\n[tool.mypy]\nfiles = ["src"]\n',
        'tox.ini': '[tox]\n[testenv]\ncommands = x\n',
      },
      [
        'pyproject.toml:4 test: pytest',
        'pyproject.toml:5 lint: ruff check .',
        'pyproject.toml:8 typecheck: mypy',
        'tox.ini:2 test: tox',
      ],
    ],
    [
      'uv and mypy.ini',
      { 'pytest.ini': '[pytest]', 'uv.lock': '', 'mypy.ini': '[mypy]\nstrict = True\n' },
      ['pytest.ini:1 test: uv run pytest', 'mypy.ini:1 typecheck: uv run mypy .'],
    ],
    [
      'a cargo workspace with a package at its top',
      { 'Cargo.toml': '[package]\nname = "a"\n[workspace]\nmembers = ["b"]\n' },
      ['Cargo.toml:3 test: cargo test --workspace', 'Cargo.toml:3 build: cargo build --workspace'],
    ],
    [
      'go',
      { 'go.mod': '// 模块\nmodule example.org/a\n' },
      ['go.mod:2 test: go test ./...', 'go.mod:2 build: go build ./...'],
    ],
    ['maven with its wrapper', { 'pom.xml': '', mvnw: '' }, ['pom.xml:1 test: ./mvnw -B test']],
    [
      'gradle of several projects',
      { 'settings.gradle.kts': '', gradlew: '' },
      ['settings.gradle.kts:1 test: ./gradlew test'],
    ],
    [
      'dotnet',
      { 'App.sln': '', 'App/App.csproj': '' },
      ['App.sln:1 test: dotnet test', 'App.sln:1 build: dotnet build'],
    ],
    ['folders where files are expected', { 'Makefile/a': '', 'package.json/a': '' }, []],
  ])('%s', (_, files, told) => {
    expect(found(files).told).toEqual(told);
  });
});

const CI = `on: push
defaults:
  run:
    working-directory: app
jobs:
  check:
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npm test
        working-directory: .
      - name: many
        env: { TOKEN: x }
        run: |
          pytest -q
          npx eslint . | tee log
          cargo clippy \${{ matrix.flags }}
          go vet ./...
      - run: echo tests passed
      - run: npm run deploy
      - { run: dotnet test, shell: pwsh }
      - { run: mypy src, working-directory: ../elsewhere }
`;

describe('CI workflows', () => {
  test('give their simple commands, and each its line and folder', () => {
    const files = { '.github/workflows/ci.yml': CI, 'app/a.py': '' };
    const { told, proposals } = found(files);
    expect(told).toEqual([
      '.github/workflows/ci.yml:10 test: npm test',
      '.github/workflows/ci.yml:15 test: pytest -q (app)',
      '.github/workflows/ci.yml:18 lint: go vet ./... (app)',
    ]);
    expect(proposals[1]?.why).toBe('the job "check" runs it, where TOKEN are set');
    expect(proposals[1]?.gate.cwd).toBe('app');
  });

  test('are a second place of what a tool says itself', () => {
    const workflow = 'jobs: { a: { steps: [{ run: npm test }] } }\n';
    const files = { 'package.json': MANIFEST, '.github/workflows/a.yaml': workflow };
    const [first] = found(files).proposals;
    expect(first).toMatchObject({
      source: { file: 'package.json', line: 5 },
      also: [{ file: '.github/workflows/a.yaml', line: 1 }],
    });
  });

  test('that cannot be read are reported, and stand in nobody’s way', () => {
    const files = {
      'go.mod': 'module a\n',
      '.github/workflows/a.yml': 'jobs:\n\t- broken\n',
      '.github/workflows/b.yml': '- just\n- a list\n',
      '.github/workflows/c.yml': 'jobs: { a: { steps: [null, 3, { run: [x] }] } }\n',
    };
    const { taken, unread } = found(files);
    expect(taken).toEqual(['go test ./...']);
    expect(unread).toEqual(['.github/workflows/a.yml:2:1 A tab cannot indent.']);
  });
});

describe('packages of a repository with several', () => {
  const files: Files = {
    'package.json': '{\n  "workspaces": ["packages/*", "!packages/c"]\n}',
    'pnpm-lock.yaml': '',
    'packages/a/package.json': '{\n"scripts":{"test":"t","lint":"l"}}',
    'packages/a/src/deep/x.ts': '',
    'packages/c/package.json': '{"scripts":{"test":"t"}}',
    'tools/gen/go.mod': 'module gen\n',
  };

  test('are looked into where files were touched, with the package manager of the top', () => {
    const { told, taken, proposals } = found(files, [
      'packages/a/src/deep/x.ts',
      'packages/a/package.json',
      'packages/c/y.ts',
      'README.md',
      'tools/gen',
    ]);
    expect(told).toEqual([
      'packages/a/package.json:2 test: pnpm test (packages/a)',
      'packages/a/package.json:2 lint: pnpm run lint (packages/a)',
      'packages/c/package.json:1 test: pnpm test (packages/c)',
      'tools/gen/go.mod:1 test: go test ./... (tools/gen)',
      'tools/gen/go.mod:1 build: go build ./... (tools/gen)',
    ]);
    expect(proposals.map(({ why }) => why.includes('package.json:2 lists the package'))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(taken).toEqual([
      'pnpm test (packages/a)',
      'pnpm run lint (packages/a)',
      'pnpm test (packages/c)',
      'go test ./... (tools/gen)',
    ]);
  });

  test('that a check above runs are named where files were touched, and not taken', () => {
    const above = {
      ...files,
      'package.json': '{"workspaces":["packages/*"],"scripts":{"test":"t"}}',
    };
    const { told, taken } = found(above, ['packages/a/src/deep/x.ts']);
    expect(told).toContain('packages/a/package.json:2 test: pnpm test (packages/a)');
    expect(taken).toEqual(['pnpm test', 'pnpm run lint (packages/a)', 'go test ./... (tools/gen)']);
  });
});

test('the first configuration takes what tools say, and of others only what no tool says', () => {
  const { taken } = found({
    'package.json': MANIFEST,
    Makefile: 'test:\n\tx\nlint:\n\tx\n',
    justfile: 'lint:\n  x\n',
    '.github/workflows/a.yml':
      'jobs: { a: { steps: [{ run: npx eslint . }, { run: npx jest }] } }\n',
  });
  expect(taken).toEqual(['npm test', 'npm run check-types', 'make lint']);
});

test('wukong gates says where each check comes from, what is missing, and runs none of them', async () => {
  using sandbox = await Sandbox.create();
  const trap = `node -e "require('fs').writeFileSync('ran', '')"`;
  const manifest = { workspaces: ['packages/*'], scripts: { test: trap, lint: trap } };
  sandbox.write('package.json', JSON.stringify(manifest, null, 2));
  sandbox.write('packages/a/package.json', JSON.stringify({ scripts: { test: trap } }));

  const before = await sandbox.json(['gates']);
  expect(before.out.next).toEqual(['wukong init']);
  expect(before.out.touched).toContain('packages/a/package.json');

  expect((await sandbox.wukong(['init', '--dry-run'])).stdout).toContain(
    'npm test  not approved, package.json:6 the script "test"',
  );
  await sandbox.wukong(['init']);
  const asked = await sandbox.json(['gates', 'packages/a']);
  expect(
    asked.out.proposals.map(({ name, status }: { name: string; status: string }) => [name, status]),
  ).toEqual([
    ['npm test', 'configured'],
    ['npm run lint', 'configured'],
    ['npm test (packages/a)', 'proposed'],
  ]);
  expect(asked.out.next).toEqual([
    'To have one, write it below "gates:" in .wukong/config.yaml:',
    '  - { type: test, name: "npm test (packages/a)", command: ["npm","test"], cwd: "packages/a" }',
    'wukong trust --approve --gate "npm test"',
    'wukong trust --approve --gate "npm run lint"',
  ]);

  // What it says to type is right.
  const entry = String(asked.out.next[1]).trim();
  sandbox.write(
    '.wukong/config.yaml',
    `gates:\n  ${entry}\n  - { type: flow, name: f, command: [./f.sh] }\n`,
  );
  await sandbox.wukong(['trust', '--approve', '--gate', 'npm test (packages/a)']);
  const shown = await sandbox.wukong(['gates', '--explain', 'packages/a', 'package.json']);
  expect(shown.stdout).toContain('npm test   (in packages/a/)  approved');
  expect(shown.stdout).toContain('package.json:6 the script "test"');
  expect(shown.stdout).toContain(
    'Configured, and not found in a file of a tool:\n  flow       ./f.sh',
  );
  expect(shown.stdout).toContain('wukong trust --approve --gate "f"');
  expect(existsSync(join(sandbox.repo, 'ran'))).toBe(false);
  expect(existsSync(join(sandbox.repo, 'packages/a/ran'))).toBe(false);

  expect(await sandbox.wukong(['gates', '../elsewhere'])).toMatchObject({ code: 2 });
  const { code, out } = await sandbox.json(['gates', 'packages/nosuchfile']);
  expect(code).toBe(2);
  expect(out.error.message).toBe('There is no "packages/nosuchfile" here.');
});

test('init --yes says of a gate only what holds at the end', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('package.json', JSON.stringify({ scripts: { test: 'node --test' } }));
  const { stdout } = await sandbox.wukong(['init', '--yes']);
  expect(stdout).toContain('Approved: npm test');
  expect(stdout).not.toContain('not approved');
  expect((await sandbox.wukong(['init', '--yes'])).stdout).toContain('npm test  approved');
});
