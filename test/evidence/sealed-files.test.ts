import { describe, expect, test } from 'vitest';
import { namedBy } from '../../runtime/evidence/seal/named-files.ts';
import { canSway, isSealed } from '../../runtime/evidence/seal/sealed-files.ts';

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
    const { all } = namedBy([
      { words: ['sh', './scripts/check.sh'], folder: '.', isInner: false },
      { words: ['python', 'run.py'], folder: 'tools', isInner: false },
    ]);
    expect(isSealed(path, all)).toBe(true);
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
    expect(isSealed(path, new Set(['scripts/check.sh']))).toBe(false);
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
  ])('is %s', (path) => expect(canSway(path)).toBe(true));

  test.each(['.github/workflows/ci.yml', 'src/decoder.js', 'docs/a.md'])('is not %s', (path) => {
    expect(canSway(path)).toBe(false);
  });
});
