// Secrets that can be recognized by their own letters, or by what stands right before them.

import { isMark, isPlaceholder, mark } from './mark.ts';
import { hasDigit, type Shape } from './shape.ts';
import { vendorTokens } from './vendor-tokens.ts';

/** A secret without a label of its own, right behind the id it belongs to. */
const BESIDE_IDS: readonly Shape[] = [
  {
    kind: 'secret',
    hints: ['AKIA', 'ASIA', 'AKID', 'LTAI', 'GOOG1', '[redacted:aws-key]'],
    pattern:
      /((?:\bA(?:KIA|SIA)[A-Z0-9]{16}|\bAKID[A-Za-z0-9]{32}|\bLTAI[A-Za-z0-9]{12,24}|\bGOOG1[A-Z0-9]{15,60}|\[redacted:aws-key\])["'`]?\s{0,4}[,:;|\s]\s{0,4}["'`]?)[A-Za-z0-9+/]{30,44}={0,2}(?![\w+/=])/g,
    if: isMixed,
  },
  {
    kind: 'twilio-key',
    hints: ['AC'],
    pattern: /(\bAC[0-9a-f]{32}["'`]?\s{0,4}[,:;|\s]\s{0,4}["'`]?)[0-9a-f]{32}(?![\w])/g,
  },
];

/** Who knows the address may write there. */
const WEBHOOKS: readonly Shape[] = [
  {
    kind: 'webhook',
    hints: ['hooks.slack.com/', '/webhooks/'],
    pattern:
      /((?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/(?:v[0-9]{1,2}\/)?webhooks)\/)[A-Za-z0-9/_-]{16,}/g,
  },
  {
    kind: 'webhook',
    hints: ['.office.com/webhook'],
    pattern: /(\.office\.com\/webhook(?:b2)?\/)[A-Za-z0-9@/_-]{16,}/g,
  },
  {
    kind: 'webhook',
    hints: ['/bot/v2/hook/', '/webhook/send?key='],
    pattern: /(\/bot\/v2\/hook\/|\/webhook\/send\?key=)[0-9a-f-]{20,}/g,
  },
];

// Made at the first use: hooks that have no text to keep never pay for them.
let shapes: readonly Shape[] | undefined;

function allShapes(): readonly Shape[] {
  return [
    ...BESIDE_IDS,
    ...vendorTokens(),
    ...WEBHOOKS,
    {
      kind: 'azure-key',
      hints: ['AccountKey=', 'SharedAccessKey=', 'SharedSecret='],
      pattern: /((?:AccountKey|SharedAccessKey|SharedSecret)=)[A-Za-z0-9+/]{20,}={0,2}/g,
    },
    {
      kind: 'azure-key',
      hints: ['sig='],
      // `&` as JSON may write it.
      pattern: /((?:[?&;]|\\u0026)sig=)[A-Za-z0-9%+/_-]{20,}={0,2}/g,
    },
    // Signed addresses and requests of S3, Google, Alibaba, Tencent, Volcengine and their like.
    {
      kind: 'signature',
      hints: ['ignature=', 'IGNATURE='],
      pattern:
        /((?:(?<![a-z_-])(?:x-(?:amz|goog|oss|tos|obs)|q)-signature|(?:[?&;]|\\u0026|, ?)signature)=)[A-Za-z0-9%+/_-]{24,}={0,2}/gi,
      if: hasDigit,
    },
    {
      kind: 'authorization',
      hints: ['uthorization', 'UTHORIZATION'],
      pattern:
        /((?<!\[redacted:)authorization["'\]\\]{0,3}[ \t]{0,8}[:=,][ \t]{0,8}[\\"'`]{0,2}(?:(?:bearer|basic|token|apikey|digest|negotiate)[ \t]{1,8})?)[A-Za-z0-9._~+/=:-]{6,}/gi,
      // A signed request says first how it was signed.
      if: (secret) =>
        (!isOneWord(secret) || /[a-z][A-Z]/.test(secret)) && !/^[A-Z0-9]+-HMAC-/.test(secret),
    },
    {
      kind: 'authorization',
      hints: ['earer ', 'EARER '],
      pattern: /(\bbearer[ \t]{1,8})[A-Za-z0-9._~+/=-]{12,}/gi,
      if: hasDigit,
    },
    {
      kind: 'authorization',
      hints: ['asic '],
      pattern: /(\bbasic[ \t]{1,8})[A-Za-z0-9+/]{12,}={0,2}/gi,
      if: (secret) => hasDigit(secret) || secret.endsWith('='),
    },
    {
      kind: 'secret',
      hints: ['ccess', 'CCESS'],
      pattern:
        /(secret_?access_?key["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)[A-Za-z0-9+/]{40}(?![\w+/])/gi,
    },
    {
      kind: 'private-key',
      hints: ['client-key-data'],
      pattern: /(client-key-data["']?:[ \t]{1,8}["']?)[A-Za-z0-9+/]{20,}={0,2}/g,
    },
    {
      kind: 'authorization',
      hints: ['"auth"'],
      pattern: /("auth"[ \t]{0,8}:[ \t]{0,8}")[A-Za-z0-9+/]{12,}={0,2}(?=")/g,
      if: (secret) => hasDigit(secret) || secret.endsWith('='),
    },
    // A variable of a container, of a pipeline: the label is a value itself.
    {
      kind: 'secret',
      hints: ['name', 'Name', 'key', 'Key'],
      pattern:
        /(\b(?:name|key)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?[\w.-]{0,60}(?:password|passwd|secret|token|api_?key)["']?[,\s]{1,40}["']?value["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)[^\s"',}]{6,512}/gi,
      if: (secret) => !isPlaceholder(secret),
    },
    // A whole line of an .env file: in a password any sign may stand.
    {
      kind: 'password',
      hints: ['PASS', 'PWD'],
      pattern:
        /^((?:export[ \t]{1,8})?[A-Z][A-Z0-9_]{0,80}_?(?:PASSWORD|PASSWD|PASSPHRASE|PASS|PWD)=)[^\s"'`]{6,256}$/gm,
      if: (secret) => !isPlaceholder(secret) && /[,(&<>;]/.test(secret) && hasDigit(secret),
    },
    {
      kind: 'password',
      hints: ['curl '],
      pattern:
        /(\bcurl[ \t][^\n|;&]{0,200}?(?<=[ \t])(?:-u|--user)[ \t=]{1,4}["']?[^\s:"'$]{1,100}:)[^\s"'@$]{1,256}/g,
    },
    {
      kind: 'password',
      hints: ['docker login', 'sshpass'],
      pattern:
        /(\b(?:docker login[ \t][^\n|;&]{0,200}?(?<=[ \t])(?:-p|--password)[ \t=]{1,4}|sshpass[ \t]{1,4}-p[ \t]{0,4})["']?)[^\s"'$]{1,256}/g,
    },
    {
      kind: 'password',
      hints: ['mysql', 'mariadb'],
      // What stands behind a blank is the database: this client takes a password attached only.
      pattern:
        /(\b(?:mysql|mariadb)(?:dump|admin|import|-dump|-admin|-import)?[ \t](?:[^\n|;&]{0,200}?[ \t])?-p["']?)[^\s"'$]{1,256}/g,
    },
    // .pgpass: host:port:database:user:password. A database of digits would be a line and a column.
    {
      kind: 'password',
      hints: [':'],
      pattern:
        /^((?:\*|\[[0-9A-Fa-f:]{2,40}\]|[A-Za-z0-9_.-]{1,100}):(?:\*|[0-9]{4,5}):(?![0-9]{1,9}:)[^\s:\\]{1,63}:[^\s:\\]{1,63}:)(?:[^\s:\\]|\\[:\\]){4,128}$/gm,
      if: (secret) => !isPlaceholder(secret) && (hasDigit(secret) || !isOneWord(secret)),
    },
    {
      kind: 'password',
      hints: ['machine '],
      pattern:
        /(\bmachine[ \t]{1,8}\S{1,200}\s{1,8}login\s{1,8}\S{1,200}\s{1,8}password\s{1,8})\S{1,256}/g,
    },
    {
      kind: 'url-password',
      hints: ['://'],
      pattern: /(:\/\/[^\s:@/?#"'<>`\\[]{0,128}:)[^\s/"'<>`\\]{1,256}(?=@[A-Za-z0-9[.$<{-])/g,
      if: (secret) => !isPlaceholder(secret),
    },
    {
      kind: 'url-password',
      hints: ['://'],
      pattern: /(:\/\/)[A-Za-z0-9_.~-]{20,255}(?=@[A-Za-z0-9[])/g,
      if: hasDigit,
    },
  ];
}

export function redactShapes(text: string): string {
  shapes ??= allShapes();
  let rest = text;
  for (const { kind, hints, pattern, if: isSecret } of shapes) {
    if (!hints.some((hint) => rest.includes(hint))) continue;
    rest = rest.replace(pattern, (match: string, head: unknown) => {
      // Without a group the second argument is the place of the match.
      const before = typeof head === 'string' ? head : '';
      const secret = match.slice(before.length);
      if (isMark(secret) || (isSecret && !isSecret(secret))) return match;
      return before + mark(kind);
    });
  }
  return rest;
}

function isOneWord(text: string): boolean {
  return /^[A-Za-z]+$/.test(text);
}

function isMixed(text: string): boolean {
  return /[0-9]/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}
