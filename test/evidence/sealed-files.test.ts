import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canSway,
  isReadBy,
  isSealed,
  saysTheSame,
} from '../../runtime/evidence/seal/sealed-files.ts';
import { gate } from './gate.ts';

describe('sealed', () => {
  test.each([
    'test/a.test.js',
    'src/__tests__/b.tsx',
    'pkg/a_test.go',
    'src/test/java/FooTest.java',
    'tests/test_x.py',
    'conftest.py',
    'spec/models/user_spec.rb',
    'src/__snapshots__/a.snap',
    'testdata/in.bin',
    'package.json',
    'packages/a/package.json',
    'vitest.config.ts',
    'jest.config.cjs',
    '.mocharc.yml',
    'tsconfig.json',
    'tsconfig.build.json',
    'pytest.ini',
    'tox.ini',
    'setup.cfg',
    'pyproject.toml',
    'Cargo.toml',
    '.cargo/config.toml',
    'Makefile',
    'justfile',
    'pom.xml',
    'app/build.gradle.kts',
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    'Jenkinsfile',
    'phpunit.xml.dist',
    '.pytest.ini',
    'nyc.config.js',
    'postcss.config.cjs',
    'jest.setup.js',
    'src/setupTests.ts',
    'app/app.gradle',
    'buildSrc/src/main/kotlin/Versions.kt',
    'go.work',
    'build.rs',
    'scripts/check.sh',
    'tools/run.py',
  ])('is %s', (path) => {
    const gates = [
      gate(['sh', './scripts/check.sh']),
      gate(['python', 'run.py'], { cwd: 'tools' }),
    ];
    expect(isSealed(path, gates)).toBe(true);
  });

  test.each([
    'src/decoder.js',
    'README.md',
    'lib/latest.py',
    'src/contest.ts',
    'scripts/other.sh',
    'go.mod',
    'src/features/login.ts',
    'locales/project.json',
    'src/it/strings.ts',
    'AUDIT.md',
    'next-env.d.ts',
    'src/setup.ts',
  ])('is not %s', (path) => {
    expect(isSealed(path, [gate(['sh', 'scripts/check.sh'])])).toBe(false);
  });
});

describe('a new file that can sway a gate', () => {
  test.each([
    '.npmrc',
    'vitest.config.ts',
    'test/other.test.js',
    'conftest.py',
    'pytest.py',
    '.cargo/config.toml',
    '.mvn/maven.config',
    'rust-toolchain.toml',
    'zz-1.0.dist-info/entry_points.txt',
    'zz.egg-info/entry_points.txt',
    'pluggy.py',
    'pluggy/__init__.py',
    '.yarn/releases/yarn-4.cjs',
    'GNUmakefile',
  ])('is %s', (path) => expect(canSway(path, [])).toBe(true));

  test.each(['.github/workflows/ci.yml', 'src/decoder.js', 'docs/a.md'])('is not %s', (path) => {
    expect(canSway(path, [])).toBe(false);
  });
});

describe('configuration that a gate reads wherever its tests are', () => {
  test.each([
    ['.npmrc', undefined],
    ['packages/a/package.json', 'packages/a'],
    ['package.json', './packages/a'],
    ['test/conftest.py', undefined],
  ])('is %s, run in %s', (path, cwd) => {
    expect(isReadBy(gate(['npm', 'test'], cwd === undefined ? {} : { cwd }), path)).toBe(true);
  });

  test.each(['packages/a/package.json', 'test/other.test.js'])('is not %s', (path) => {
    expect(isReadBy(gate(['npm', 'test']), path)).toBe(false);
  });
});

describe('a manifest', () => {
  const before = '{"scripts":{"test":"node --test"},"dependencies":{"a":"1"}}';

  test('that gained a dependency says the same about gates', () => {
    const after =
      '{"version":"2","scripts":{"test":"node --test"},"dependencies":{"a":"1","b":"2"}}';
    expect(saysTheSame('package.json', before, after)).toBe(true);
    const cargo = '[package]\nname = "x"\n\n[dependencies]\na = "1"\n\n[[test]]\nname = "t"\n';
    expect(saysTheSame('Cargo.toml', cargo, cargo.replace('a = "1"', 'a = "1"\nb = "2"'))).toBe(
      true,
    );
    expect(saysTheSame('Cargo.toml', cargo, `${cargo}harness = false\n`)).toBe(false);
  });

  test.each([
    ['"a":"1"', '"a":"2"'],
    ['"a":"1"', '"a":"file:./fake"'],
    ['"a":"1"', '"b":"1"'],
    ['"a":"1"', '"a":"1"},"optionalDependencies":{"a":"file:./fake"'],
  ])('in which %s became %s does not', (was, is) => {
    expect(saysTheSame('package.json', before, before.replace(was, is))).toBe(false);
  });

  test.each([
    ['{"dependencies":{"a":"1"},"devDependencies":{"a":"2"}}', '"a":"1"', '"a":"1","b":"1"'],
  ])('that says two things of one dependency and gained another says the same', (text, was, is) => {
    expect(saysTheSame('package.json', text, text.replace(was, is))).toBe(true);
  });

  test('of Rust in which a dependency was replaced or moved does not', () => {
    const cargo = '[dependencies]\nx = "1"\n[dev-dependencies]\na = "1"\n';
    for (const is of ['a = { path = "fake" }', 'b = "1"']) {
      expect(saysTheSame('Cargo.toml', cargo, cargo.replace('a = "1"', is))).toBe(false);
    }
    const apart = '[dependencies]\na.version = "1"\n[dev-dependencies.b]\nversion = "1"\n';
    expect(saysTheSame('Cargo.toml', apart, `${apart}path = "fake"\n`)).toBe(false);
    const dotted = apart.replace('"1"\n', '"1"\na.path = "fake"\n');
    expect(saysTheSame('Cargo.toml', apart, dotted)).toBe(false);
    expect(saysTheSame('Cargo.toml', apart, `${apart}[dev-dependencies.c]\nversion = "1"\n`)).toBe(
      true,
    );
    const moved = '[dependencies]\nx = "1"\na = "1"\n[dev-dependencies]\n';
    expect(saysTheSame('Cargo.toml', cargo, moved)).toBe(false);
  });

  test('whose scripts or runner changed does not, and neither does one nobody can read', () => {
    expect(saysTheSame('package.json', before, before.replace('node --test', 'true'))).toBe(false);
    expect(
      saysTheSame('package.json', before, before.replace('{"scripts"', '{"jest":{},"scripts"')),
    ).toBe(false);
    expect(saysTheSame('package.json', before, '{')).toBe(false);
    expect(saysTheSame('package.json', '{', '{')).toBe(false);
  });
});

test('any two texts say the same only if they are the same, manifests aside', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => saysTheSame('Makefile', a, b) === (a === b)),
  );
});
