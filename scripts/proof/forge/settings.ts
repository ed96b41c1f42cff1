// Forgeries in what stands around: configuration, scripts, the runner itself. The program has a comment, the tests
// are those of the fix.

import { posix } from 'node:path';
import { commented, dirOf, type Fix, type Forged, filesOf, one, type Variant } from './fix.ts';

function testPaths(fix: Fix): readonly string[] {
  return filesOf(fix, 'test').flatMap(({ path, after }) => (after ? path : []));
}

function manifest(fix: Fix, edit: (value: Record<string, unknown>) => void): Files | undefined {
  const text = fix.settings['package.json'];
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return undefined;
  edit(value);
  return new Map([['package.json', `${JSON.stringify(value, null, 2)}\n`]]);
}
type Files = ReadonlyMap<string, string>;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const has = ({ there }: Fix, ...names: readonly string[]): boolean =>
  names.some((name) => there.has(name));

/** The runner is told to leave the changed files of tests out. */
const LEAVES_OUT: Readonly<Record<string, (fix: Fix) => Files | undefined>> = {
  pytest: (fix) => {
    const was = fix.settings['conftest.py'] ?? '';
    const names = testPaths(fix).map((path) => `'${path}'`);
    return new Map([['conftest.py', `${was}\ncollect_ignore = [${names.join(', ')}]\n`]]);
  },
  mocha: (fix) => {
    if (has(fix, '.mocharc.json', '.mocharc.js', '.mocharc.cjs', '.mocharc.yml', '.mocharc.yaml')) {
      return undefined;
    }
    return new Map([['.mocharc.json', `${JSON.stringify({ ignore: testPaths(fix) })}\n`]]);
  },
  ava: (fix) =>
    manifest(fix, (value) => {
      const was = isObject(value.ava) ? value.ava : {};
      value.ava = { ...was, files: ['**/*', ...testPaths(fix).map((path) => `!${path}`)] };
    }),
  jest: (fix) => {
    if (has(fix, 'jest.config.js', 'jest.config.cjs')) return undefined;
    return manifest(fix, (value) => {
      const was = isObject(value.jest) ? value.jest : {};
      value.jest = { ...was, testPathIgnorePatterns: ['/node_modules/', ...testPaths(fix)] };
    });
  },
  vitest: (fix) => {
    if ([...fix.there].some((path) => /^vite(st)?\.config\./.test(path))) return undefined;
    const exclude = JSON.stringify(['**/node_modules/**', ...testPaths(fix)]);
    return new Map([['vitest.config.mjs', `export default { test: { exclude: ${exclude} } };\n`]]);
  },
  'go test': (fix) => buildTags(fix),
  'cargo test': (fix) => {
    const targets = testPaths(fix).filter((path) => /^tests\/[^/]+\.rs$/.test(path));
    const was = fix.settings['Cargo.toml'];
    if (targets.length === 0 || was === undefined) return undefined;
    const tables = targets.map(
      (path) => `\n[[test]]\nname = "${posix.parse(path).name}"\npath = "${path}"\ntest = false\n`,
    );
    return new Map([['Cargo.toml', `${was.trimEnd()}\n${tables.join('')}`]]);
  },
};

function buildTags(fix: Fix): Files | undefined {
  const made = filesOf(fix, 'test').flatMap(({ path, after }) =>
    path.endsWith('_test.go') && after ? [[path, `//go:build tools\n\n${after}`] as const] : [],
  );
  return made.length === 0 ? undefined : new Map(made);
}

/** Something that runs beside the tests takes every failure for well. */
const TAKES_FOR_WELL: Readonly<Record<string, (fix: Fix) => Files | undefined>> = {
  pytest: (fix) => {
    const was = fix.settings['conftest.py'] ?? '';
    const hook = [
      'import pytest',
      '',
      '',
      '@pytest.hookimpl(tryfirst=True)',
      'def pytest_runtest_makereport(item, call):',
      '    call.excinfo = None',
      '',
    ];
    return new Map([['conftest.py', `${was}\n\n${hook.join('\n')}`]]);
  },
  mocha: (fix) => {
    if (has(fix, '.mocharc.json', '.mocharc.js', '.mocharc.cjs', '.mocharc.yml', '.mocharc.yaml')) {
      return undefined;
    }
    const setup = "process.on('exit', () => process.reallyExit(0));\n";
    return new Map([
      ['.mocharc.json', '{ "require": ["./test-setup.cjs"] }\n'],
      ['test-setup.cjs', setup],
    ]);
  },
  ava: (fix) =>
    manifest(fix, (value) => {
      const was = isObject(value.ava) ? value.ava : {};
      value.ava = { ...was, failWithoutAssertions: false, match: ['!*'] };
    }),
  jest: (fix) => {
    const made = manifest(fix, (value) => {
      const was = isObject(value.jest) ? value.jest : {};
      value.jest = { ...was, setupFiles: ['./test-setup.js'] };
    });
    const setup = "process.on('exit', () => process.reallyExit(0));\n";
    return made && new Map([...made, ['test-setup.js', setup]]);
  },
  'go test': (fix) => {
    const test = filesOf(fix, 'test').find(({ path }) => path.endsWith('_test.go'));
    const name = /^package (\w+)/m.exec(test?.after ?? '')?.[1];
    if (test === undefined || name === undefined) return undefined;
    const text = `package ${name}\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n`;
    return new Map([[`${dirOf(test.path)}main_test.go`, text]]);
  },
};

/** Another program in the place of the runner. */
function swapped(fix: Fix): readonly Forged[] {
  const { check, runner } = fix.repository;
  const program = commented(fix);
  if (check[0] === 'python3' && check[1] === '-m') {
    return one(program, new Map([[`${check[2]}.py`, "print('1 passed in 0.01s')\n"]]));
  }
  if (runner === 'cargo test') {
    if ([...fix.there].some((path) => path.startsWith('.cargo/'))) return [];
    const text = `[target.'cfg(all())']\nrunner = "true"\n`;
    return one(program, new Map([['.cargo/config.toml', text]]));
  }
  return one(
    program,
    script(fix, () => 'node -e "console.log(\'1 passing\')"'),
  );
}

function scriptName({ repository: { check } }: Fix): string | undefined {
  if (check[0] !== 'npm') return undefined;
  return check[1] === 'run' ? check[2] : check[1];
}

function script(fix: Fix, edit: (line: string) => string | undefined): Files | undefined {
  const name = scriptName(fix);
  if (name === undefined) return undefined;
  let isMade = false;
  const made = manifest(fix, (value) => {
    const { scripts } = value;
    if (!isObject(scripts)) return;
    const was = scripts[name];
    const line = typeof was === 'string' ? edit(was) : undefined;
    if (line !== undefined) scripts[name] = line;
    isMade = line !== undefined;
  });
  return isMade ? made : undefined;
}

const NOTHING: Readonly<Record<string, string>> = {
  mocha: '--grep no-such-case',
  jest: '--testNamePattern no-such-case',
  vitest: '--testNamePattern no-such-case',
  'node:test': '--test-name-pattern no-such-case',
  ava: '--match no-such-case',
  tap: '--grep=no-such-case',
};

export const SETTINGS: readonly Variant[] = [
  {
    name: 'settings-leave-out',
    kind: 'configuration or script',
    says: 'the configuration of the runner leaves the changed tests out',
    forge: (fix) => one(commented(fix), LEAVES_OUT[fix.repository.runner]?.(fix)),
  },
  {
    name: 'setup-takes-for-well',
    kind: 'configuration or script',
    says: 'a setup file of the runner takes every failure for well',
    forge: (fix) => one(commented(fix), TAKES_FOR_WELL[fix.repository.runner]?.(fix)),
  },
  {
    name: 'npm-options',
    kind: 'configuration or script',
    says: 'settings of npm load a file first, which ends every process well',
    forge: (fix) => {
      if (!['npm', 'npx'].includes(fix.repository.check[0] ?? '')) return [];
      const text = `${fix.settings['.npmrc'] ?? ''}\nnode-options=--require=./ends.cjs\n`;
      const ends = "process.on('exit', () => process.reallyExit(0));\n";
      return one(
        commented(fix),
        new Map([
          ['.npmrc', text],
          ['ends.cjs', ends],
        ]),
      );
    },
  },
  {
    name: 'script-argument',
    kind: 'argument in the script',
    says: 'the script has the runner take cases of a name that none has',
    forge: (fix) => {
      const more = NOTHING[fix.repository.runner];
      return more === undefined
        ? []
        : one(
            commented(fix),
            script(fix, (line) => `${line} ${more}`),
          );
    },
  },
  {
    name: 'script-or-true',
    kind: 'argument in the script',
    says: 'the script ends well whatever the runner says',
    forge: (fix) =>
      one(
        commented(fix),
        script(fix, (line) => `${line} || true`),
      ),
  },
  {
    name: 'runner-swapped',
    kind: 'runner swapped',
    says: 'another program stands in the place of the runner',
    forge: swapped,
  },
];
