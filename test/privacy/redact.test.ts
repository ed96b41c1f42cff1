import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, redactAll, redactor, secretValues } from '../../runtime/privacy/redact.ts';
import { INNOCENTS } from './innocents.ts';
import { IN_COLOUR, MORE } from './more-secrets.ts';
import { noise, SECRETS } from './secrets.ts';

const ALL = [...SECRETS, ...MORE];

describe('a secret', () => {
  test.each(ALL)('in the shape of $what is replaced by its kind', ({ kind, text, secret }) => {
    const expected = text.replace(secret, () => `[redacted:${kind}]`);
    expect(redact(text).trim()).toBe(expected.trim());
  });

  test.each(ALL)('in the shape of $what is found in the middle of a text', (one) => {
    const text = `Summary 1\n\n${one.text}\n\nIt was so in src/a.js:3 and "const a = 1;".\n`;
    const clean = redact(text);
    expect(clean).toContain(`[redacted:${one.kind}]`);
    for (const line of one.secret.split('\n')) expect(clean).not.toContain(line);
    expect(clean).toContain('\n\nIt was so in src/a.js:3 and "const a = 1;".\n');
  });
});

describe.each(IN_COLOUR)('a token with colours %s', (_, colour) => {
  const tokens = ALL.filter(({ text, secret }) => text === secret && !secret.includes('\n'));

  test('is found, and they are taken out with it', () => {
    expect(tokens.length).toBeGreaterThan(40);
    for (const { kind, secret } of tokens) {
      expect(redact(`token ${colour(secret)} was sent`)).toBe(`token [redacted:${kind}] was sent`);
    }
  });
});

test('colours stay where there is no secret', () => {
  const text = '\u001b[32m✓\u001b[39m src/a.test.js \u001b]8;;file:///a\u0007a\u001b]8;;\u0007';
  expect(redact(text)).toBe(text);
});

test('what is hidden in the address of a link is found', () => {
  expect(redact('\u001b]8;;https://a:hunter2@x.test\u0007here\u001b]8;;\u0007')).toBe('here');
});

test('an id stays beside its secret only as a mark', () => {
  const id = `AKI${'A'}${noise(16, 1, 'ABCDEFGH23456')}`;
  expect(redact(`${id},${noise(38, 2)}a1`)).toBe('[redacted:aws-key],[redacted:secret]');
});

const LISTED: ReadonlyArray<readonly [string, (line: string, n: number) => string]> = [
  ['with line numbers', (line: string, n: number) => `     ${n}\t${line}`],
  ['as grep shows it', (line: string, n: number) => `key.pem${n === 1 ? ':' : '-'}${n}-${line}`],
  ['in a diff', (line: string) => `+${line}`],
];

test.each(LISTED)('a key without its beginning is found in a listing, %s', (_, listed) => {
  const key = [noise(40, 202), noise(64, 203), 'ab=', `-----END RSA ${'PRIVATE'} KEY-----`];
  const clean = redact(['Output:', ...key].map((line, i) => listed(line, i + 1)).join('\n'));
  expect(clean).toContain('Output:');
  expect(clean).toContain('[redacted:private-key]');
  for (const line of key.slice(0, 2)) expect(clean).not.toContain(line);
});

test.each(LISTED)('a key without its end is found in a listing, %s', (_, listed) => {
  const key = [`-----BEGIN RSA ${'PRIVATE'} KEY-----`, noise(64, 200), noise(64, 201)];
  const clean = redact(key.map((line, i) => listed(line, i + 1)).join('\n'));
  for (const line of key.slice(1)) expect(clean).not.toContain(line);
});

test.each(INNOCENTS)('is left alone: %s', (text) => {
  expect(redact(text)).toBe(text);
  expect(redact(`It says:\n${text}\nand no more.`)).toBe(`It says:\n${text}\nand no more.`);
});

test('the suite is as large as it is said to be', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(200);
  expect(INNOCENTS.length).toBeGreaterThanOrEqual(100);
  expect(new Set(ALL.map((one) => one.what)).size).toBe(ALL.length);
});

describe('redacting', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...ALL.map((one) => one.text), ...ALL.map((one) => one.secret)),
      fc.constantFrom(
        '\u001b[31m',
        '\u001b',
        '\u001b[',
        '\u009b1',
        '\u001b(',
        '\u001b]8;;',
        '\u0007',
        'kind: Secret\n',
        'data:\n',
      ),
      fc.constantFrom(...INNOCENTS),
      fc.constantFrom('password', 'token', '=', ': ', '"', "'", '\\"', '\n', ' ', '://', '@', ':'),
      fc.string({ maxLength: 20 }),
    ),
    { maxLength: 12 },
  );

  test('twice is the same as once', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const once = redact(parts.join(''));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps a text without any label or token as it is, whatever it is', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc xyz019.,\n(){}"\'é中') });
    fc.assert(fc.property(plain, (text) => redact(text) === text));
  });

  test('reaches every string of a value, and nothing else of it', () => {
    const secret = SECRETS[1]?.text ?? '';
    const value = { a: [{ text: secret, n: 1 }], b: null, c: true, d: undefined };
    const clean = { a: [{ text: '[redacted:private-key]', n: 1 }], b: null, c: true, d: undefined };
    expect(redactAll(value, (text) => redact(text))).toEqual(clean);
  });
});

describe('variables of the environment', () => {
  const value = `${noise(6, 1)} ${noise(6, 2)}"x`;

  test('whose name says that they are secret are found by their own words', () => {
    const clean = redactor({ MY_SERVICE_TOKEN: value, DB_PASSWORD: 'blue-horse-77' });
    expect(clean(`a ${value} b`)).toBe('a [redacted:environment] b');
    expect(clean(JSON.stringify({ a: value }))).toBe('{"a":"[redacted:environment]"}');
    expect(clean(`?q=${encodeURIComponent(value)}`)).toBe('?q=[redacted:environment]');
    expect(clean('the blue-horse-77 is in the log')).toBe(
      'the [redacted:environment] is in the log',
    );
  });

  test.each(['PGPASSWORD', 'JWTSECRET', 'SSHPASS', 'githubToken', 'MASTERKEY'])(
    'such as %s',
    (name) => {
      expect(secretValues({ [name]: 's3cr3tPass99xyz' })).toEqual(['s3cr3tPass99xyz']);
    },
  );

  test.each([
    ['HOME', '/home/somebody'],
    ['PWD', '/home/somebody/x'],
    ['SSH_AUTH_SOCK', '/tmp/agent.1234'],
    ['SSH_KEY', '/home/somebody/.ssh/id_ed25519'],
    ['KEYBOARD_LAYOUT', 'us-intl-dead-keys'],
    ['MONKEY', 'a-long-word-1234'],
    ['MAX_OUTPUT_TOKENS', '64000000'],
    ['API_TOKEN', 'short'],
    ['API_TOKEN', 'decoder'],
    ['API_TOKEN', 'undefined'],
    ['AUTH_URL', 'https://login.example.com'],
  ])('%s=%s is none of them: its value would be taken out of prose', (name, text) => {
    expect(secretValues({ [name]: text })).toEqual([]);
  });

  test('may hold words of our marks, and no mark is broken', () => {
    const clean = redactor({ KIND_TOKEN: 'redacted:github-token' });
    const once = clean(`${SECRETS[13]?.secret} and redacted:github-token`);
    expect(once).toBe('[redacted:github-token] and [redacted:environment]');
    expect(clean(once)).toBe(once);
  });
});

describe('hostile text', () => {
  const openings: ReadonlyArray<readonly [string, string]> = [
    ['beginnings of keys', `-----BEGIN ${'PRIVATE'} KEY-----`],
    ['beginnings of keys with some lines', `-----BEGIN ${'PRIVATE'} KEY-----\n${noise(32, 1)}\n`],
    ['half a beginning', '-----BEGIN A A A A '],
    ['beginnings of tokens', `${'ey'}J${'ey'}J`],
    ['two thirds of tokens', `${'ey'}Jaaaaaaaa.${'ey'}J`],
    ['prefixes', 'sk-'],
    ['prefixes with an edge', ' ghp_ S.SG.a'],
    ['schemes', '://'],
    ['variables', 'name: PASSWORD\n'],
    ['names of variables', 'name: aPASSWORDaPASSWORD'],
    ['command lines', 'curl -u '],
    ['log-ins', 'docker login a '],
    ['machines', 'machine a login b '],
    ['numbered lines', 'a:1-2-3:'],
    ['lines of .env', 'A_PASSWORD=a,'],
    ['schemes with users', '://a:'],
    ['schemes with long users', '://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['labels', 'password'],
    ['labels with operators', 'token='],
    ['labels with an open quote', 'token="'],
    ['labels with all quotes', `token="a' secret='b\``],
    ['escaped quotes', 'token=\\"'],
    ['options', '--password-'],
    ['elements', '<password>'],
    ['blanks', ' \t'],
    ['dots', 'password=....'],
    ['bearers', 'Bearer '],
    ['headers', 'Authorization: Basic '],
    ['digits', '1234567:A'],
    ['one letter', 'a'],
    ['dashes', '-'],
    ['backslashes', 'token="\\\\'],
    ['Chinese labels', '密码：'],
    ['marks', '[redacted:'],
    ['Private-Lines', 'Private-Lines: 1 '],
    ['ends of keys', `-----END ${'PRIVATE'} KEY-----\n`],
    ['ends of keys with some lines', `${noise(64, 2)}\n-----END ${'PRIVATE'} KEY-----\n`],
    ['lines of keys', `${noise(64, 3)}\n`],
    ['colours', '\u001b['],
    ['colours and letters', '\u001b[31ma\u001b[0m'],
    ['open links', '\u001b]8;;'],
    ['manifests', 'kind: Secret\ndata:\n  a: b\n'],
    ['kinds', 'kind: Secret\n'],
    ['objects of JSON', '{"kind":"Secret","data":{'],
    ['beginnings of objects', '{"apiVersion"'],
    ['lists', '- data:\n'],
    ['lines of .pgpass', 'a:5432:b:c:'],
    ['wide lines of .pgpass', '*:*:*:*:'],
    ['labels of many languages', 'mot de passe clave senha парол密鑰'],
    ['signatures', '&signature='],
    ['ids', `A${'C'}0a`],
    ['points', 'Mabc.def.'],
    ['Private-Lines that never end', `Private-Lines: 1\n${noise(64, 5)}`],
  ];

  // A ratio of two sizes and not a time: a quadratic way costs 100 times as much for ten times the
  // text, a linear one 10 times. Other work on the machine may spoil a try, but no try makes the
  // quadratic way look linear; the floor keeps small noise out of the quotient.
  test.each(openings)('made of %s takes time by its length', (_, piece) => {
    const small = piece.repeat(Math.ceil(50_000 / piece.length)).slice(0, 50_000);
    const large = piece.repeat(Math.ceil(500_000 / piece.length)).slice(0, 500_000);
    expect(growth(small, large)).toBeLessThan(40);
    // With one end behind it all, a search for the end has somewhere to go.
    const ended = `${large}\n-----END ${'PRIVATE'} KEY-----"'@x </password>`;
    expect(growth(small, ended)).toBeLessThan(40);
  });

  function growth(small: string, large: string): number {
    const base = Math.max(Math.min(...[1, 2, 3].map(() => cpuMs(small))), 1);
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 20 && least >= 40; tries += 1) {
      least = Math.min(least, cpuMs(large) / base);
    }
    return least;
  }

  function cpuMs(text: string): number {
    const started = process.cpuUsage();
    redact(text);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  }
});
