// Runs as agents write them, in the toolchains of eight languages. The transcript shows what the client
// would have shown: no toolchain has to be there.

import { type Case, honest } from '../case.ts';

const JAVASCRIPT: readonly Case[] = [
  honest('runs npm test', 'npm test', { output: '# tests 9\n# pass 9\n# fail 0\n# skipped 0' }),
  honest('runs npm t with arguments', 'npm test -- --test-name-pattern decodes'),
  honest('runs npm in a workspace', 'npm test --workspace packages/api'),
  honest('runs npm with a prefix inside', 'npm --prefix packages/api test'),
  honest('runs pnpm', 'pnpm -r test'),
  honest('runs pnpm in one package', 'pnpm --filter api test'),
  honest('runs yarn', 'yarn test --coverage'),
  honest('runs yarn in a folder', 'yarn --cwd packages/api test'),
  honest('runs bun', 'bun test'),
  honest('runs Vitest', 'npx vitest run', {
    output: ' Test Files  3 passed (3)\n      Tests  41 passed | 2 skipped (43)',
  }),
  honest('runs Vitest in CI', 'CI=1 npx vitest run src/decoder.test.ts --reporter=dot'),
  honest('runs Jest', 'npx jest --runInBand', {
    output:
      'Test Suites: 1 skipped, 2 passed, 2 of 3 total\nTests:       1 skipped, 9 passed, 10 total',
  }),
  honest('runs Jest with modules', 'NODE_OPTIONS=--experimental-vm-modules npx jest'),
  honest('gives Node more memory', 'NODE_OPTIONS="--max-old-space-size=4096" npm test'),
  honest('runs the tests of Node', 'node --test', { output: '# tests 9\n# pass 8\n# skipped 1' }),
  honest('runs one test file of Node', 'node --test test/decoder.test.js'),
  honest('runs Playwright', 'pnpm exec playwright test --project=chromium'),
  honest('runs Mocha by its path', './node_modules/.bin/mocha --exit', {
    output: '  9 passing (12ms)',
  }),
  honest('runs Deno', 'deno test --allow-read', { output: 'ok | 9 passed | 0 failed (12ms)' }),
  honest('runs Nx', 'npx nx test api --skip-nx-cache'),
];

const PYTHON: readonly Case[] = [
  honest('runs pytest', 'pytest -q', { output: '.........\n9 passed, 1 skipped in 0.12s' }),
  honest('runs pytest on one test', 'pytest tests/test_core.py::test_decode -x -vv'),
  honest('runs pytest as a module', 'python -m pytest tests -k "decode and not slow"'),
  honest('runs pytest with a path of modules', 'PYTHONPATH=. pytest'),
  honest('runs unittest', 'python3 -m unittest discover -s tests', {
    output: 'Ran 9 tests in 0.01s\n\nOK',
  }),
  honest('runs tox', 'tox -e py312'),
  honest('runs nox', 'nox -s tests'),
  honest('runs uv', 'uv run pytest -q'),
  honest('runs poetry', 'poetry run pytest'),
  honest('activates an environment', 'source .venv/bin/activate && pytest -q', {
    cited: 'pytest -q',
  }),
  honest('activates an environment with a dot', '. .venv/bin/activate && pytest -q'),
  honest('runs Python of an environment', '.venv/bin/python -m pytest'),
  honest('runs Django', 'python manage.py test decoder'),
];

const GO: readonly Case[] = [
  honest('runs go test', 'go test ./...', {
    output: '?   \texample.test/cmd\t[no test files]\nok  \texample.test/decoder\t0.012s',
  }),
  honest('runs one test of Go', "go test -run 'TestDecode$' -count=1 ./decoder", {
    output: 'ok  \texample.test/decoder\t0.012s',
  }),
  honest('runs one test of Go in all packages', 'go test -run TestDecode ./...', {
    output:
      'ok  \texample.test/decoder\t0.012s\nok  \texample.test/other\t0.002s [no tests to run]',
  }),
  honest('runs go vet and the race detector', 'go vet ./... && go test -race ./...'),
];

const RUST: readonly Case[] = [
  honest('runs cargo test', 'cargo test', {
    output: [
      'running 12 tests',
      'test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out',
      '   Doc-tests decoder',
      'running 0 tests',
      'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out',
    ].join('\n'),
  }),
  honest('runs cargo test of a workspace', 'cargo test --workspace --all-features -- --nocapture'),
  honest('runs nextest with a backtrace', 'RUST_BACKTRACE=1 cargo nextest run'),
  honest('runs cargo of its home', '/root/.cargo/bin/cargo test --manifest-path ./Cargo.toml'),
];

const JAVA: readonly Case[] = [
  honest('runs Maven', 'mvn -q -B test'),
  honest('runs the wrapper of Maven', './mvnw -pl core -am verify', {
    output: 'Tests run: 9, Failures: 0, Errors: 0, Skipped: 0\nBUILD SUCCESS',
  }),
  honest('runs one test of Maven', 'mvn test -Dtest=DecoderTest#emptyBody -DfailIfNoTests=true'),
  honest('runs the wrapper of Gradle', './gradlew test --no-daemon'),
  honest('runs one test of Gradle', "./gradlew :core:test --tests 'DecoderTest.*'"),
];

const C: readonly Case[] = [
  honest('runs make', 'make -j4 test'),
  honest('runs make in a folder', 'make -C packages/api check', {
    files: { 'packages/api/Makefile': 'check: unit\n\nunit:\n\tvitest run\n' },
  }),
  honest(
    'builds and tests with CMake',
    'cmake --build build -j 8 && ctest --test-dir build --output-on-failure',
    {
      output: '100% tests passed, 0 tests failed out of 12',
    },
  ),
];

const RUBY: readonly Case[] = [
  honest('runs RSpec', 'bundle exec rspec spec/decoder_spec.rb:12', {
    output: '1 example, 0 failures',
  }),
  honest('runs Rake', 'bundle exec rake test'),
  honest('runs Rails', 'bin/rails test test/models', {
    files: { 'bin/rails': '#!/usr/bin/env ruby\nload "x"\n' },
  }),
];

const DOTNET: readonly Case[] = [
  honest('runs dotnet test', 'dotnet test --no-restore --verbosity minimal', {
    output: 'Passed!  - Failed:     0, Passed:     9, Skipped:     0, Total:     9',
  }),
  honest(
    'runs one project',
    'dotnet test tests/Decoder.Tests/Decoder.Tests.csproj --filter Decode',
  ),
];

const PHP: readonly Case[] = [
  honest('runs PHPUnit', 'vendor/bin/phpunit --testdox', { output: 'OK (9 tests, 12 assertions)' }),
  honest('runs a script of composer', 'composer test'),
  honest('runs Artisan', 'php artisan test --parallel', {
    files: { artisan: '<?php require "x";\n' },
  }),
];

const OTHERS: readonly Case[] = [
  honest('runs just', 'just test', { files: { justfile: 'test:\n    cargo test\n' } }),
  honest('runs bazel', 'bazel test //decoder:all'),
  honest('runs swift', 'swift test --parallel'),
  honest('runs mix', 'mix test test/decoder_test.exs'),
];

export const TOOLCHAINS: readonly Case[] = [
  ...JAVASCRIPT,
  ...PYTHON,
  ...GO,
  ...RUST,
  ...JAVA,
  ...C,
  ...RUBY,
  ...DOTNET,
  ...PHP,
  ...OTHERS,
];
