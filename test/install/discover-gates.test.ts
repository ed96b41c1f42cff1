import { expect, test } from 'vitest';
import { discoverGates } from '../../runtime/hosts/claude-code/discover/discover-gates.ts';
import { Sandbox } from './temporary.ts';

const scripts = (all: Readonly<Record<string, string>>): string => JSON.stringify({ scripts: all });
const npmDefault = 'echo "Error: no test specified" && exit 1';

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['nothing at all', {}, []],
  [
    'npm scripts',
    { 'package.json': scripts({ build: 'b', typecheck: 'c', lint: 'l', test: 't' }) },
    ['test: npm test', 'lint: npm run lint', 'typecheck: npm run typecheck'],
  ],
  ['npm’s own placeholder', { 'package.json': scripts({ test: npmDefault }) }, []],
  ['a broken package.json', { 'package.json': '{' }, []],
  ['scripts of a wrong shape', { 'package.json': '{"scripts":["test"]}' }, []],
  ['pnpm', { 'package.json': scripts({ test: 't' }), 'pnpm-lock.yaml': '' }, ['test: pnpm test']],
  [
    'yarn',
    { 'package.json': scripts({ test: 't', lint: 'l' }), 'yarn.lock': '' },
    ['test: yarn test', 'lint: yarn run lint'],
  ],
  ['bun', { 'package.json': scripts({ test: 't' }), 'bun.lock': '' }, ['test: bun run test']],
  ['cargo', { 'Cargo.toml': '' }, ['test: cargo test']],
  ['go', { 'go.mod': '' }, ['test: go test ./...']],
  ['pytest.ini', { 'pytest.ini': '' }, ['test: pytest']],
  ['pyproject with tests', { 'pyproject.toml': '', 'tests/test_a.py': '' }, ['test: pytest']],
  ['pyproject of a formatter only', { 'pyproject.toml': '[tool.black]' }, []],
  ['tox', { 'tox.ini': '[testenv]\ncommands = pytest' }, ['test: pytest']],
  ['uv', { 'pyproject.toml': 'dev = ["pytest"]', 'uv.lock': '' }, ['test: uv run pytest']],
  ['make', { Makefile: 'all:\n\ntest: all\n\tcheck\n' }, ['test: make test']],
  ['a make variable', { Makefile: 'test := yes\ntests: all\n' }, []],
  [
    'make that wraps npm',
    { Makefile: 'test:\n', 'package.json': scripts({ test: 't' }) },
    ['test: npm test'],
  ],
  ['maven', { 'pom.xml': '' }, ['test: mvn -B test']],
  ['gradle with its wrapper', { 'build.gradle.kts': '', gradlew: '' }, ['test: ./gradlew test']],
])('%s', async (_, files, found) => {
  using sandbox = await Sandbox.create();
  for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
  const gates = discoverGates(sandbox.ws);
  expect(gates.map((gate) => `${gate.type}: ${gate.command.join(' ')}`)).toEqual(found);
  expect(new Set(gates.map((gate) => gate.name)).size).toBe(gates.length);
});
