import { expect, test } from 'vitest';
import { jsonStyle } from '../../runtime/hosts/claude-code/settings/json-style.ts';
import { Sandbox } from './temporary.ts';

const TABS = '\t';

test.each<[string, Readonly<Record<string, string>>, string, number]>([
  ['nothing', {}, '  ', 80],
  ['package.json', { 'package.json': '{\n    "name": "x"\n}\n' }, '    ', 80],
  ['prettier in YAML', { '.prettierrc': 'useTabs: true\nprintWidth: 100\n' }, TABS, 100],
  ['prettier in JSON', { '.prettierrc.json': '{ "tabWidth": 3 }' }, '   ', 80],
  [
    'prettier in JavaScript',
    { 'prettier.config.mjs': 'export default { useTabs: true }' },
    TABS,
    80,
  ],
  [
    'package.json for prettier',
    { 'package.json': '{\n  "prettier": {"useTabs": true}\n}' },
    TABS,
    80,
  ],
  [
    '.editorconfig',
    { '.editorconfig': '[*]\nindent_style = tab\n[*.py]\nindent_style=space\n' },
    TABS,
    80,
  ],
  [
    '.editorconfig for JSON',
    { '.editorconfig': '[*]\nindent_size = 4\n[*.{json,yml}]\nindent_size = 2\n' },
    '  ',
    80,
  ],
  [
    'prettier over .editorconfig',
    { '.editorconfig': '[*]\nindent_style = tab\n', '.prettierrc': '{"useTabs": false}' },
    '  ',
    80,
  ],
  ['biome by default', { 'biome.json': '{}', '.prettierrc': 'useTabs: false' }, TABS, 80],
  [
    'biome for JSON',
    {
      'biome.jsonc':
        '{ // ours\n"formatter": {"lineWidth": 120}, "json": {"formatter": {"indentStyle": "space", "indentWidth": 4}},}',
    },
    '    ',
    120,
  ],
])('new JSON takes its form from %s', async (_, files, indent, lineWidth) => {
  using sandbox = await Sandbox.create();
  for (const [name, text] of Object.entries(files)) sandbox.write(name, text);
  expect(jsonStyle(sandbox.repo)).toMatchObject({ indent, lineWidth });
});
