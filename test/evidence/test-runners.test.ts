// What counts where an agent cites it and no person approved it: plain calls of test runners that are known.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCommand } from '../../runtime/evidence/commands/read-command.ts';
import { temporaryFolder } from './temporary.ts';

const ROOT = '/repo';

describe('a plain call of a known test runner', () => {
  test.each([
    'npm test',
    'npm t -- --coverage',
    'npm run test:unit',
    'pnpm -r test',
    'yarn --cwd packages/api test',
    'yarn workspace api test',
    'bun test src',
    'node --test',
    'node --import tsx --test test/*.test.ts',
    'node test/decoder.test.js',
    'node test/index.js',
    'nyc --check-coverage --branches=100 ava test/unit.js',
    'uvu test',
    'node --experimental-vm-modules node_modules/jest/bin/jest.js --ci',
    'npx jest --runInBand --maxWorkers=50%',
    'npx --yes vitest run src/decoder.test.ts --reporter=dot',
    'pnpm exec playwright test --project=chromium',
    'npx cypress run --spec cypress/e2e/a.cy.ts',
    'nyc mocha -r ts-node/register "test/**/*.ts"',
    './node_modules/.bin/ava test/a.js',
    'deno test --allow-read',
    'pytest -qx tests/test_core.py::test_decode',
    'python3.12 -m pytest -k "not slow"',
    '.venv/bin/python -m unittest discover -s tests -v',
    'coverage run -m pytest',
    'uv run --frozen pytest',
    'poetry run pytest -n auto',
    'tox -e py312',
    'nox -s tests',
    'go test -race -count=1 ./...',
    'cargo test --workspace -- --nocapture',
    'cargo nextest run',
    'mvn -q -B -pl core -am verify',
    './gradlew :core:test --tests "DecoderTest.*"',
    'dotnet test --no-restore -v minimal',
    'bundle exec rspec spec/a_spec.rb:12',
    'bundle exec rake test',
    'vendor/bin/phpunit --testdox',
    'mix test test/a_test.exs',
    'swift test --parallel',
    'ctest --test-dir build --output-on-failure -j4',
    'timeout -k 5 60 npm test',
    'python manage.py test decoder',
  ])('is a check: %s', (command) => {
    expect(readCommand(command, ROOT)).toMatchObject({ isCheck: true });
  });

  test.each([
    ['that runs nothing', 'npx jest --listTests'],
    ['that runs nothing', 'npx vitest list'],
    ['that runs nothing', 'npx vitest list src/a.test.ts'],
    ['that runs nothing', 'pytest --collect-only'],
    ['that runs nothing', 'pytest -qh'],
    ['that runs nothing', "go test -run '^$' ./..."],
    ['that runs nothing', 'go test -exec true ./...'],
    ['that runs nothing', 'cargo test -- --list'],
    ['that runs nothing', 'mvn verify -DskipTests'],
    ['that runs nothing', './gradlew build -x test'],
    ['that runs nothing', 'ctest -N'],
    ['that passes where nothing is', 'npx vitest run --passWithNoTests'],
    ['that leaves tests out', 'pytest --deselect tests/test_a.py::test_b'],
    ['that writes what it expects', 'npx jest -u'],
    ['with an option nobody knows', 'npx jest --made-up'],
    ['with words that the shell makes', 'pytest $(cat options)'],
    ['without assertions', 'python -O -m pytest'],
    ['behind an option that calls another', 'npx --call=true jest'],
    ['of somebody else', '/tmp/bin/npm test'],
    ['of the tree, called like one', './npm test'],
  ])('%s is none: %s', (_what, command) => {
    expect(readCommand(command, ROOT).isCheck).toBe(false);
  });
});

test.each([
  'echo ok',
  'true',
  '',
  'node -e 0',
  'node repro.mjs',
  'node tools/run.js',
  'node src/protest.js',
  'python -c "import decoder"',
  'grep -q x a',
  'git status',
  'npx tsc --noEmit',
  'eslint src',
  './verify.sh',
  'bash verify.sh',
  'docker compose run app pytest',
  'npm run e2e',
  'npm ls',
  'echo $(npm test)',
  'xargs npm test',
])('what is no call of a runner is no check, whatever it is: %j', (command) => {
  expect(readCommand(command, ROOT).isCheck).toBe(false);
});

describe('a script of a manifest', () => {
  const root = temporaryFolder('wukong-scripts-');
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const scripts = {
    test: 'node --test',
    types: 'tsc --noEmit && vitest run',
    twice: 'npm run test',
    own: 'jest',
    soft: 'node --test || true',
    tidy: 'rimraf out || true',
    idle: 'echo no test',
    program: 'node tools/run.mjs',
  };
  put('package.json', JSON.stringify({ scripts }));
  put('composer.json', JSON.stringify({ scripts: { test: ['@unit'], unit: 'phpunit' } }));
  put(
    'Makefile',
    'PY ?= python3\n.PHONY: test\n\ntest: build\n\t$(PY) -m pytest\n\nbuild: src/a.c\n\tcc src/a.c\n\nall: test\n\nsoft:\n\t-pytest\n\nidle:\n\t@echo 9 passed\n\nunknown:\n\t$(RUN) -m pytest\n\nscript:\n\t./check.sh\n',
  );
  put('justfile', 'default: test\n\ntest:\n    pytest -q\n\nwith arg:\n    pytest {{arg}}\n');

  test.each([
    'npm test',
    'yarn types',
    'npm run twice',
    'npm run tidy && npm test',
    'npm test -- --test-name-pattern decodes',
    'node --run test',
    'pnpm own --coverage',
    'composer test',
    'composer run unit',
    'make test',
    'make -j4 all',
    'make test PY=python3.12',
    'just test',
    'just',
  ])('counts where its text is such a call: %s', (command) => {
    const { isCheck, hidden } = readCommand(command, root);
    expect({ isCheck, hidden }).toEqual({ isCheck: true, hidden: undefined });
  });

  test.each([
    ['npm run own -- --listTests', undefined],
    ['npm run idle', undefined],
    ['npm run program', undefined],
    ['npm run nothing --if-present', undefined],
    ['npm test --ignore-scripts', undefined],
    ['make idle', undefined],
    ['make unknown', undefined],
    ['make script', undefined],
    ['make -n test', undefined],
    ['make test PY=true', undefined],
    ['make test SHELL=/bin/true', undefined],
    ['just with a', undefined],
    ['npm run soft', 'script'],
    ['make soft', 'script'],
  ])('does not where it is none, or hides how it ends: %s', (command, hidden) => {
    const read = readCommand(command, root);
    expect(read.hidden).toBe(hidden);
    if (hidden === undefined) expect(read.isCheck).toBe(false);
  });

  test('counts nowhere else', () => {
    for (const command of [
      'npm --prefix /opt/other test',
      'make -C ../other test',
      'pytest /opt/t',
    ])
      expect(readCommand(command, root).elsewhere).toBe(true);
  });
});
