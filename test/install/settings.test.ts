import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { append, type Json, PLAIN_STYLE } from '../../runtime/files/json-edit.ts';
import {
  DENY_RULES,
  EARLIER_DENY_RULES,
  START_IF_THERE,
} from '../../runtime/hosts/claude-code/settings/registration.ts';
import {
  mergeSettings,
  removeFromSettings,
} from '../../runtime/hosts/claude-code/settings/settings.ts';
import { rounds } from '../crash/tally.ts';

/** Each edits a file some thirty times, and parses it as often. */
const RUNS = { numRuns: rounds(20, 100) };

const OURS = {
  type: 'command',
  command: 'node',
  args: ['-e', START_IF_THERE, `\${CLAUDE_PROJECT_DIR}/.wukong/runtime/hook.cjs`, 'Stop'],
  timeout: 600,
};

type Settings = Record<string, unknown>;

function merged(text: string | undefined): Readonly<{ text: string; changes: readonly string[] }> {
  const result = mergeSettings(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function removed(text: string, before?: string): string {
  const result = removeFromSettings(text, before);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.text;
}

/** Containers that hold nothing count as formatting: taking our entries out drops them. */
function normal(settings: Settings): Settings {
  const { hooks, permissions, ...rest } = structuredClone(settings) as {
    hooks?: Record<string, unknown[]>;
    permissions?: Record<string, unknown>;
  };
  const events = Object.entries(hooks ?? {}).filter(([, groups]) => groups.length > 0);
  const rules = Object.entries(permissions ?? {}).filter(
    ([key, value]) => key !== 'deny' || (Array.isArray(value) && value.length > 0),
  );
  return {
    ...rest,
    ...(events.length > 0 ? { hooks: Object.fromEntries(events) } : {}),
    ...(rules.length > 0 ? { permissions: Object.fromEntries(rules) } : {}),
  };
}

const key = fc
  .string({ maxLength: 8 })
  .filter((text) => text !== 'hooks' && text !== 'permissions');
const hook = fc.record(
  {
    type: fc.constant('command'),
    command: fc.string(),
    args: fc.array(fc.string()),
    timeout: fc.nat(),
  },
  { requiredKeys: ['type', 'command'] },
);
const group = fc.record(
  { matcher: fc.constantFrom('Bash', 'Agent|Task', '*'), hooks: fc.array(hook, { maxLength: 3 }) },
  { requiredKeys: ['hooks'] },
);
const event = fc.constantFrom('Stop', 'PreToolUse', 'SubagentStop', 'Notification', 'CwdChanged');
const settings = fc
  .tuple(
    fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    fc.option(fc.dictionary(event, fc.array(group, { maxLength: 3 }))),
    fc.option(
      fc.record(
        { allow: fc.array(fc.string()), deny: fc.array(fc.string()), defaultMode: fc.string() },
        { requiredKeys: [] },
      ),
    ),
  )
  .map(
    ([rest, hooks, permissions]): Settings => ({
      ...rest,
      ...(hooks ? { hooks: { ...hooks } } : {}),
      ...(permissions ? { permissions } : {}),
    }),
  );
const indent = fc.constantFrom(2, 4, '\t', 0);
const file = fc.tuple(settings, indent).map(([value, by]) => ({
  value: JSON.parse(JSON.stringify(value)) as Settings,
  text: JSON.stringify(value, null, by),
}));

describe('merging into settings.json', () => {
  test('twice changes nothing the second time, to the byte', () => {
    fc.assert(
      fc.property(file, ({ text }) => {
        const once = merged(text);
        expect(merged(once.text)).toEqual({ text: once.text, changes: [] });
      }),
      RUNS,
    );
  });

  test('leaves every key of the user, its order and its value', () => {
    fc.assert(
      fc.property(file, ({ value, text }) => {
        const after = JSON.parse(merged(text).text) as Settings;
        expect(Object.keys(after).filter((name) => Object.hasOwn(value, name))).toEqual(
          Object.keys(value),
        );
        for (const [name, before] of Object.entries(value)) {
          if (name !== 'hooks' && name !== 'permissions') expect(after[name]).toEqual(before);
        }
      }),
      RUNS,
    );
  });

  test('and taking out again gives back what was there', () => {
    fc.assert(
      fc.property(file, ({ value, text }) => {
        expect(normal(JSON.parse(removed(merged(text).text)))).toEqual(normal(value));
      }),
      RUNS,
    );
  });

  test('and taking out again leaves not one byte different, when what was before is known', () => {
    fc.assert(
      fc.property(file, fc.constantFrom('\n', '\r\n'), fc.boolean(), ({ text }, eol, bom) => {
        const before = (bom ? '\uFEFF' : '') + text.replaceAll('\n', eol);
        expect(removed(merged(before).text, before)).toBe(before);
      }),
      RUNS,
    );
  });

  test('in a file with lines adds lines, and changes none of the user’s but for a comma', () => {
    const before = `{
    "model":   "opus",
    "permissions": {
        "allow": ["Bash(npm test)",   "Read"], "deny": [
            "Read(.env)"
        ]
    },
    "hooks": {
        "Stop": [
            { "hooks": [ { "type": "command",  "command": "ding" } ] }
        ]
    }, "env": {"A":"1"}

}
\t`;
    const after = merged(before).text;
    const kept = after.split('\n').map((line) => line.replace(/,$/, ''));
    for (const line of before.split('\n')) expect(kept).toContain(line.replace(/,$/, ''));
    expect(after).toContain('            "Read(.env)",\n            "Edit(.git/wukong/**)",\n');
    expect(after).toContain(
      '"command": "ding" } ] },\n            {\n                "hooks": [\n',
    );
    expect(removed(after)).toBe(before);
  });

  test('an object on one line gets lines when ours join it', () => {
    const after = merged('{ "model": "opus", "permissions": { "deny": ["Read(.env)"] } }\n').text;
    expect(after.split('\n').slice(0, DENY_RULES.length + 8)).toEqual([
      '{',
      '  "model": "opus",',
      '  "permissions": {',
      '    "deny": [',
      '      "Read(.env)",',
      ...DENY_RULES.map((rule, i) => `      "${rule}"${i === DENY_RULES.length - 1 ? '' : ','}`),
      '    ]',
      '  },',
      '  "hooks": {',
    ]);
  });

  test('registers exactly our events, and never widens what is allowed', () => {
    const after = JSON.parse(merged(undefined).text);
    const seen = Object.entries<Settings[]>(after.hooks).map(([name, groups]) => {
      const [only] = groups as { matcher?: string; hooks: { timeout: number; args: string[] }[] }[];
      return [name, only?.matcher ?? null, only?.hooks[0]?.timeout, only?.hooks[0]?.args.at(-1)];
    });
    expect(seen).toEqual([
      ['SessionStart', null, 30, 'SessionStart'],
      ['UserPromptSubmit', null, 30, 'UserPromptSubmit'],
      ['PreToolUse', 'Agent|Task|SendMessage|SubagentHandback', 600, 'PreToolUse'],
      ['PostToolUse', 'Agent|Task', 30, 'PostToolUse'],
      ['PostToolUseFailure', 'Agent|Task', 30, 'PostToolUseFailure'],
      ['SubagentStop', 'ear|eye|nose|tongue|body|mind', 600, 'SubagentStop'],
      ['Stop', null, 600, 'Stop'],
      ['StopFailure', null, 30, 'StopFailure'],
      ['PreCompact', null, 30, 'PreCompact'],
      ['SessionEnd', null, 30, 'SessionEnd'],
    ]);
    expect(after.hooks.Stop).toEqual([{ hooks: [OURS] }]);
    expect(after.permissions).toEqual({ deny: DENY_RULES });
    expect(Object.keys(after)).toEqual(['permissions', 'hooks']);
  });

  test('brings an older entry of ours up to date where it stands, beside the user’s own', () => {
    const mine = { type: 'command', command: 'say stopped' };
    const old = { ...OURS, args: OURS.args.slice(2), timeout: 5 };
    const before = { hooks: { Stop: [{ hooks: [mine, old] }, { hooks: [old] }] } };
    const after = merged(JSON.stringify(before));
    expect(JSON.parse(after.text).hooks.Stop).toEqual([{ hooks: [mine, OURS] }]);
    expect(after.changes).toContain('update hook Stop');
  });

  test('takes our entry out of an event we no longer use', () => {
    const before = { hooks: { Notification: [{ hooks: [OURS] }] } };
    const after = merged(JSON.stringify(before));
    expect(JSON.parse(after.text).hooks).not.toHaveProperty('Notification');
    expect(after.changes).toContain('remove hook Notification');
  });

  test('keeps indentation, line ends, byte order mark and a missing last newline', () => {
    const text = '\uFEFF{\r\n\t"model": "opus"\r\n}';
    const after = merged(text).text;
    expect(
      after.startsWith('\uFEFF{\r\n\t"model": "opus",\r\n\t"permissions": {\r\n\t\t"deny"'),
    ).toBe(true);
    expect(after.endsWith('}')).toBe(true);
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(merged(after).changes).toEqual([]);
  });

  test('an empty file counts as no settings', () => {
    expect(merged(' \n').changes).toEqual(merged(undefined).changes);
  });
});

describe('in settings with the deny rules of an earlier version', () => {
  const rules = (text: string): readonly string[] => JSON.parse(text).permissions.deny;

  /** As that version left the file: its rules in the place of today's. */
  function earlier(before: string | undefined): string {
    const [first = '', ...others] = DENY_RULES.map(
      (rule) => new RegExp(`,?\\s*"${escaped(rule)}"`),
    );
    const added = EARLIER_DENY_RULES.filter((rule) => !before?.includes(rule));
    const lines = added.map((rule) => `\n      "${rule}"`).join();
    const text = others.reduce((now, rule) => now.replace(rule, ''), merged(before).text);
    return text.replace(first, (found) => `${found.startsWith(',') ? ',' : ''}${lines}`);
  }

  function escaped(text: string): string {
    return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  }

  test('these go, and today’s come', () => {
    const old = earlier(
      '{\n  "permissions": {\n    "deny": [\n      "Read(.env)"\n    ]\n  }\n}\n',
    );
    expect(rules(old)).toEqual(['Read(.env)', ...EARLIER_DENY_RULES]);
    const after = merged(old);
    expect(rules(after.text)).toEqual(['Read(.env)', ...DENY_RULES]);
    expect(after.changes).toContain('remove deny rule Edit(.claude/agents/**)');
    expect(merged(after.text)).toEqual({ text: after.text, changes: [] });
  });

  test('one that the person had before stays', () => {
    const mine = { permissions: { deny: ['Edit(.claude/agents/**)', 'Read(.env)'] } };
    const before = JSON.stringify(mine, null, 2);
    const old = earlier(before);
    const after = mergeSettings(old, PLAIN_STYLE, before);
    expect(after.ok && rules(after.value.text)).toEqual([...mine.permissions.deny, ...DENY_RULES]);
  });

  test('one that a person adds to those of today is theirs, and so is one without hooks of ours', () => {
    const added = append(
      merged(undefined).text,
      ['permissions', 'deny'],
      { value: 'Edit(.claude/agents/**)' },
      PLAIN_STYLE,
    );
    expect(merged(added)).toEqual({ text: added, changes: [] });
    expect(rules(removed(added))).toEqual(['Edit(.claude/agents/**)']);
    const alone = JSON.stringify({ permissions: { deny: EARLIER_DENY_RULES } });
    expect(rules(merged(alone).text)).toEqual([...EARLIER_DENY_RULES, ...DENY_RULES]);
  });

  test.each([
    undefined,
    '{}',
    '{\n  "model": "opus"\n}\n',
    '{\n  "permissions": {\n    "deny": [\n      "Read(.env)"\n    ]\n  }\n}\n',
  ])('an uninstall, at once or after an update, brings the file back to the byte: %j', (before) => {
    const old = earlier(before);
    const back = before === undefined ? '{}' : before;
    expect(removed(old, before).trim()).toBe(back.trim());
    expect(removed(merged(old).text, before).trim()).toBe(back.trim());
  });
});

describe('taking ours out of a file that was edited since', () => {
  test('leaves what the person added, and their comments', () => {
    const after = merged(
      '{\n  "model": "opus",\n  "permissions": { "deny": ["Read(.env)"] }\n}\n',
    ).text;
    const edited = after
      .replace('"model": "opus",', '// fast\n  "model": "haiku", // for now\n  /* mine */')
      .replace(
        '      "Edit(.git/wukong/**)",',
        '      // none of theirs\n      "Edit(.git/wukong/**)", // hm',
      );
    expect(removed(edited)).toBe(`{
  // fast
  "model": "haiku", // for now
  /* mine */
  "permissions": {
    "deny": [
      "Read(.env)"
      // none of theirs
       // hm
    ]
  }
}
`);
  });

  test('leaves every value of the person, whatever they had and added', () => {
    fc.assert(
      fc.property(file, fc.jsonValue({ maxDepth: 1 }), ({ value, text }, added) => {
        const entry = { key: 'added since', value: added as Json };
        const edited = append(merged(text).text, [], entry, PLAIN_STYLE);
        const after = JSON.parse(removed(edited, text));
        expect(normal(after)).toEqual(
          normal({ ...value, 'added since': JSON.parse(JSON.stringify(added)) }),
        );
      }),
      RUNS,
    );
  });

  test('keeps a deny rule like ours that was there before', () => {
    const mine = ['Edit(.claude/agents/**)', 'Edit(.wukong/runtime/**)'];
    const before = JSON.stringify({ permissions: { deny: mine } });
    const edited = merged(before).text.replace('{', '{\n  "model": "haiku",');
    expect(JSON.parse(removed(edited, before))).toEqual({
      model: 'haiku',
      permissions: { deny: mine },
    });
  });

  test('brings the very bytes back where only an entry of ours is another than this version writes', () => {
    const before = '{"model":"opus"}';
    const older = merged(before).text.replaceAll('"timeout": 600', '"timeout": 5');
    expect(removed(older, before)).toBe(before);
  });
});

describe('a settings file that cannot be read exactly is refused with its place', () => {
  test.each([
    ['{\n  "a": 1,\n}', 2, 9, 'No comma may stand before "}".'],
    ['{\n  // mine\n  "a": 1\n}', 2, 3, 'JSON has no comments.'],
    ['{"a": 1', 1, 8, 'The file ends in the middle of a value.'],
    ['{"a": tru}', 1, 7, 'A value is expected here.'],
    ["{'a': 1}", 1, 2, 'A key in double quotes is expected here.'],
    ['{"a" 1}', 1, 6, 'A colon is expected here.'],
    ['{"a": 1 "b": 2}', 1, 9, 'A comma or "}" is expected here.'],
    ['{"a": "x\ny"}', 1, 7, 'This text has no closing quote, or a bad escape.'],
    ['{} {}', 1, 4, 'Nothing may follow the closing bracket.'],
    ['{"a": 1,\n "a": 2}', 2, 2, 'The key "a" is there twice.'],
    ['[]', 1, 1, 'The file must be an object.'],
    ['{"hooks": []}', 1, 11, '"hooks" must be an object.'],
    ['{"hooks": {\n  "Stop": {}}}', 2, 11, '"hooks.Stop" must be a list.'],
    ['{"hooks": {"Stop": [7]}}', 1, 21, 'An entry of "hooks.Stop" must be an object.'],
    ['{"hooks": {"Stop": [{}]}}', 1, 21, '"hooks" in "hooks.Stop" must be a list.'],
    ['{"hooks": {"Stop": [{"hooks": ["x"]}]}}', 1, 32, 'A hook of "hooks.Stop" must be an object.'],
    ['{"permissions": null}', 1, 17, '"permissions" must be an object.'],
    ['{"permissions": {"deny": "all"}}', 1, 26, '"permissions.deny" must be a list.'],
    ['{"permissions": {"deny": [1]}}', 1, 27, 'A rule of "permissions.deny" must be text.'],
  ])('%j', (text, line, column, message) => {
    const error = { kind: 'bad-json', file: '.claude/settings.json', line, column, message };
    expect(mergeSettings(text)).toEqual({ ok: false, error });
    // Comments keep nothing of ours in a file.
    if (!message.includes('comments')) {
      expect(removeFromSettings(text)).toEqual({ ok: false, error });
    }
  });
});
