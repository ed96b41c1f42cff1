import { describe, expect, test } from 'vitest';
import { partialRun } from '../../runtime/evidence/seal/partial-run.ts';

const words = (line: string): string[] => line.split(' ');

describe('what a test command leaves out is named', () => {
  test.each([
    ['vitest run --shard=1/3', 'a part of the tests'],
    ['npx playwright test --shard 1/2', 'a part of the tests'],
    ['mocha --grep decoder', 'a part of the tests'],
    ['./node_modules/.bin/mocha -g decoder', 'a part of the tests'],
    ['node --test --test-name-pattern=empty', 'a part of the tests'],
    ['python -m pytest -k decoder', 'a part of the tests'],
    ['pytest -m "not slow"', 'a part of the tests'],
    ['go test -run TestDecode ./...', 'a part of the tests'],
    ['jest --onlyChanged', 'only what was changed or failed before'],
    ['vitest run --changed', 'only what was changed or failed before'],
    ['pytest --lf', 'only what was changed or failed before'],
    ['vitest run --retry=2', 'again what fails'],
    ['pytest --reruns 3', 'again what fails'],
    ['mvn -Dsurefire.rerunFailingTestsCount=2 test', 'again what fails'],
    ['mocha --retries 2', 'again what fails'],
  ])('%s', (line, how) => {
    expect(partialRun(words(line))).toMatch(new RegExp(`^-.*: it runs ${how}$`));
  });
});

describe('what runs all of it, once, is not', () => {
  test.each([
    'npm test',
    'mocha -r ./setup.js -t 5000',
    'vitest run test/decoder.test.ts',
    'vitest run --retry=0',
    'node --test -k',
    'make -k test',
    'pytest -q tests',
    'go test ./...',
    'cargo test -t x',
    'eslint --cache .',
    'pnpm --filter api test',
  ])('%s', (line) => {
    expect(partialRun(words(line))).toBeUndefined();
  });
});
