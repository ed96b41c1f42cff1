// The repository every case starts from: one small fault, and the manifests of many toolchains.

export const SOURCE = 'src/decoder.js';
const CRASH = '  const version = bytes.readUInt8(0);';
export const GUARD = '  if (bytes.length === 0) return [];';

/** The source with its fault. */
export const CRASHES = `export function decode(bytes) {\n${CRASH}\n  return [version];\n}\n`;

export const PROJECT_FILES: Readonly<Record<string, string>> = {
  [SOURCE]: CRASHES,
  'src/cli.js': "import { decode } from './decoder.js';\nconsole.log(decode(Buffer.of(1)));\n",
  'test/decoder.test.js': [
    "import assert from 'node:assert';",
    "import test from 'node:test';",
    "import { decode } from '../src/decoder.js';",
    "test('decodes', () => assert.deepEqual(decode(Buffer.of(1)), [1]));",
    '',
  ].join('\n'),
  'package.json': json({
    name: 'decoder',
    type: 'module',
    scripts: {
      test: 'node --test',
      lint: 'eslint src',
      typecheck: 'tsc --noEmit',
      e2e: 'node src/cli.js',
    },
  }),
  'packages/api/package.json': json({ name: 'api', scripts: { test: 'vitest run' } }),
  'packages/api/src/index.ts': 'export const answer = 42;\n',
  'decoder/__init__.py': 'from .core import decode\n',
  'decoder/core.py': 'def decode(data):\n    return [data[0]]\n',
  'tests/test_core.py':
    'from decoder import decode\n\ndef test_decode():\n    assert decode(b"a")\n',
  'manage.py': 'import decoder\n',
  'pyproject.toml': '[project]\nname = "decoder"\n',
  'go.mod': 'module example.test/decoder\n',
  'decoder.go': 'package decoder\n',
  'Cargo.toml': '[package]\nname = "decoder"\nversion = "0.1.0"\n',
  'src/lib.rs': 'pub fn decode() {}\n',
  'pom.xml': '<project/>\n',
  'build.gradle.kts': 'plugins { java }\n',
  gradlew: '#!/bin/sh\nexec java -jar gradle/wrapper/gradle-wrapper.jar "$@"\n',
  mvnw: '#!/bin/sh\nexec java -jar .mvn/wrapper/maven-wrapper.jar "$@"\n',
  'CMakeLists.txt': 'project(decoder)\n',
  Makefile: 'test:\n\tnode --test\n\ncheck: test\n',
  Gemfile: "gem 'rspec'\n",
  Rakefile: 'task :test do\n  sh "rspec"\nend\n',
  'spec/decoder_spec.rb': "require 'decoder'\n",
  'Decoder.sln': '\n',
  'tests/Decoder.Tests/Decoder.Tests.csproj': '<Project/>\n',
  'composer.json': json({ scripts: { test: 'phpunit' } }),
  'phpunit.xml': '<phpunit/>\n',
  'scripts/check.sh': '#!/bin/sh\nset -e\nnpm test\nnpm run lint\n',
  'docs/guide.md': '# Guide\n\nRun `npm test`.\n',
  '.gitignore': 'node_modules/\nout/\n*.log\n',
};

export function fixed(text: string): string {
  if (!text.includes(CRASH)) throw new Error('there is nothing left to fix');
  return text.replace(CRASH, `${GUARD}\n${CRASH}`);
}

/**
 * One node for each role that is tried. Gates are left out, and red and green: a case is about what a
 * report proves, and its tools need not be here.
 */
export const TEMPLATE = template('One node a role, to try reports on.', '', {
  proof: 'none',
  nodes: `  - id: N-020
    title: Find the cause
    role: eye
    instructions: Find it.
    quality: { evidence_level_required: L1 }
    verification_plan: { deterministic: [] }
`,
  edges: '  - { from: N-020, to: N-030, condition: on_success }\n',
});

/** A fix, held by `gates`, and the sum of it; `more` stands beside the fix. */
export function template(
  description: string,
  gates: string,
  more = { proof: 'red_green', nodes: '', edges: '' },
): string {
  return `name: fix
version: 1
description: ${description}
proof: ${more.proof}
success_criteria: [It holds.]
nodes:
  - id: N-010
    title: Fix the cause
    role: body
    instructions: Fix it.
    quality: { evidence_level_required: L2 }
    verification_plan: { deterministic: [${gates}] }
${more.nodes}  - id: N-030
    title: Sum up
    role: mind
    instructions: Sum up.
edges:
  - { from: N-010, to: N-030, condition: on_success }
${more.edges}`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
