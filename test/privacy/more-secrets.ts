// What vendors give out now, what stands beside an id, and labels in other languages.

import { base64, block, type Case, DIGITS, hex, lines, noise, shape } from './secrets.ts';

const uuid = (seed: number): string =>
  [8, 4, 4, 4, 12].map((length, i) => hex(length, seed + i)).join('-');
const encoded = (text: string): string => Buffer.from(text).toString('base64');
/** Of a key: its last lines and its end. */
const tail = (name: string, seed: number): string =>
  block(name, seed).split('\n').slice(4).join('\n');

const RED = '\u001b[1;31m';
const OFF = '\u001b[0m';

const MANIFEST = `apiVersion: v1
kind: Secret
metadata:
  name: app
type: Opaque
data:
  user: %
`;

const VENDORS: readonly Case[] = [
  shape(
    'a signed address of S3',
    'signature',
    hex(64, 310),
    'https://b.s3.test/k?X-Amz-Date=20260101T000000Z&X-Amz-Signature=%',
  ),
  shape(
    'a signed address of Google',
    'signature',
    hex(512, 311),
    'https://storage.test/b/o?X-Goog-SignedHeaders=host&X-Goog-Signature=%&x=1',
  ),
  shape(
    'an older signed address',
    'signature',
    `${noise(26, 312)}%3D`,
    'https://b.s3.test/k?Expires=1&Signature=%',
  ),
  shape(
    'a signed address in JSON',
    'signature',
    hex(64, 313),
    '{"url":"https://b.test/k?a=1\\u0026X-Amz-Signature=%"}',
  ),
  shape(
    'a signed request',
    'signature',
    hex(64, 314),
    'Authorization: AWS4-HMAC-SHA256 SignedHeaders=host;x-amz-date, Signature=%',
  ),
  shape(
    'a signature of Tencent',
    'signature',
    hex(40, 315),
    'https://c.test/k?q-sign-algorithm=sha1&q-signature=%',
  ),
  shape(
    'an Azure signature in JSON',
    'azure-key',
    `${noise(42, 316)}%3D`,
    '{"u":"https://x.test/c?sv=2026\\u0026sig=%"}',
  ),
  shape(
    'a workflow of Azure',
    'azure-key',
    noise(43, 317),
    'https://prod-1.westus.logic.azure.test/workflows/a?sp=run&sig=%',
  ),
  shape('a Vercel token', 'vercel-token', `vc${'p'}_${noise(56, 318)}`),
  shape('a Vercel API key', 'vercel-token', `vc${'k'}_${noise(56, 319)}`),
  shape('a Netlify token', 'netlify-token', `nf${'p'}_${noise(36, 320)}`),
  shape('a Fly token', 'fly-token', `fm${'2'}_${base64(120, 321)}=`, 'FlyV1 %'),
  shape('a Render key', 'render-token', `rn${'d'}_${noise(32, 322)}`),
  shape('a Cloudflare token', 'cloudflare-token', `cf${'ut'}_${noise(40, 323)}${hex(8, 324)}`),
  shape('a Cloudflare key', 'cloudflare-token', `cf${'k'}_${noise(40, 325)}${hex(8, 326)}`),
  shape(
    'a Cloudflare origin key',
    'cloudflare-token',
    `v1.${'0'}-${hex(24, 327)}-${hex(146, 328)}`,
  ),
  shape('a DigitalOcean OAuth token', 'digitalocean-token', `do${'o'}_v1_${hex(64, 329)}`),
  shape('a Heroku key', 'heroku-token', `HRK${'U'}-${noise(60, 330)}`),
  shape('a Heroku key that is a UUID', 'secret', uuid(331), 'HEROKU_API_KEY=%'),
  shape('a Supabase token', 'supabase-key', `sb${'p'}_${hex(40, 336)}`),
  shape(
    'a Supabase secret key',
    'supabase-key',
    `sb_${'secret'}_${noise(22, 337)}_${noise(8, 338)}`,
  ),
  shape('a Railway token', 'token', uuid(339), 'RAILWAY_TOKEN=%'),
  shape('an OpenAI service key', 'api-key', `s${'k'}-svcacct-${noise(74, 344)}`),
  shape('an OpenRouter key', 'api-key', `s${'k'}-or-v1-${hex(64, 345)}`),
  shape('a Langfuse key', 'api-key', `s${'k'}-lf-${uuid(346)}`),
  shape('a Google AI key', 'google-key', `A${'Q'}.Ab8${noise(50, 351)}`),
  shape('a Mistral key', 'secret', noise(32, 352), 'MISTRAL_API_KEY=%'),
  shape('an xAI key', 'api-key', `xa${'i'}-${noise(80, 353)}`),
  shape('a Replicate token', 'api-key', `r${'8'}_${noise(37, 354)}`),
  shape('a Perplexity key', 'api-key', `ppl${'x'}-${noise(48, 355)}`),
  shape('an NVIDIA key', 'api-key', `nva${'pi'}-${noise(64, 356)}`),
  shape('an ElevenLabs key', 'api-key', `s${'k'}_${hex(48, 357)}`),
  shape(
    'an organization token of Hugging Face',
    'huggingface-token',
    `api_${'org'}_${noise(34, 358)}`,
  ),
  shape(
    'a Discord bot token',
    'discord-token',
    `M${noise(25, 359)}.${noise(6, 360)}.${noise(38, 361)}`,
  ),
  shape(
    'a Discord webhook of a version',
    'webhook',
    `${noise(18, 362, DIGITS)}/${noise(68, 363)}`,
    `https://canary.discord.${'com'}/api/v10/webhooks/%`,
  ),
  shape(
    'a Telegram bot in an address',
    'telegram-token',
    `${noise(9, 364, '123456789')}:A${'A'}${noise(33, 365)}`,
    'https://api.telegram.test/bot%/getMe',
  ),
  shape(
    'a Teams webhook',
    'webhook',
    `${uuid(366)}@${uuid(371)}/IncomingWebhook/${hex(32, 376)}/${uuid(377)}`,
    `https://x.webhook.office.${'com'}/webhookb2/%`,
  ),
  shape(
    'a Feishu webhook',
    'webhook',
    uuid(382),
    'https://open.feishu.test/open-apis/bot/v2/hook/%',
  ),
  shape(
    'a token of an app of GitHub',
    'github-token',
    `gh${'s'}_123456_${'ey'}J${noise(20, 388)}.${'ey'}J${noise(40, 389)}.${noise(43, 390)}`,
  ),
  shape(
    'a GitLab token that can be routed',
    'gitlab-token',
    `glp${'at'}-${noise(40, 391)}.01.${noise(9, 392)}`,
  ),
  shape('a RubyGems key', 'rubygems-key', `ruby${'gems'}_${hex(48, 393)}`),
  shape('a crates.io token', 'crates-token', `ci${'o'}${noise(32, 394)}`),
  shape('a NuGet key', 'nuget-key', `oy${'2'}${noise(43, 395, `${DIGITS}abcdefghijklmnop`)}`),
  shape('a 1Password service account', 'onepassword-token', `ops_ey${'J'}${noise(200, 396)}`),
];

const BESIDE: readonly Case[] = [
  shape('an AWS secret in a table', 'secret', `${base64(38, 400)}a1`, '[redacted:aws-key],%'),
  shape(
    'an AWS secret in the next line',
    'secret',
    `${base64(38, 401)}a1`,
    '[redacted:aws-key]\n%\n',
  ),
  shape('a password file of s3fs', 'secret', `${base64(38, 402)}a1`, '[redacted:aws-key]:%'),
  shape('an Alibaba secret', 'secret', `${noise(28, 403)}a1`, `LTA${'I'}5t${noise(18, 404)} %`),
  shape('a Twilio token', 'twilio-key', hex(32, 405), `A${'C'}${hex(32, 406)}:%`),
  shape('.pgpass', 'password', 'Tr0ub4dor', 'db.example.com:5432:shop:app:%'),
  shape('.pgpass for every host', 'password', 'a\\:b\\\\c-d', '*:*:*:postgres:%'),
  shape('a manifest of Kubernetes', 'secret', encoded('hunter'), MANIFEST),
  shape(
    'one with words',
    'secret',
    'hunter',
    MANIFEST.replace('data:', 'stringData:').replace('%', '"%"'),
  ),
  shape(
    'one of several lines',
    'secret',
    '{"a": 1}',
    MANIFEST.replace('user: %', 'user: |\n    %'),
  ),
  shape(
    'one in a list, where the kind comes last',
    'secret',
    encoded('letmein'),
    'items:\n- apiVersion: v1\n  data:\n    a: %\n  kind: Secret\n- apiVersion: v1\n  data:\n    a: b\n  kind: ConfigMap\n',
  ),
  shape('one as git shows it', 'secret', encoded('letmein'), '+kind: Secret\n+data:\n+  a: %\n'),
  shape(
    'one with line numbers',
    'secret',
    encoded('letmein'),
    '   1\tkind: Secret\n   2\tdata:\n   3\t  a: %\n',
  ),
  shape(
    'a Secret in JSON',
    'secret',
    encoded('letmein'),
    '{\n  "apiVersion": "v1",\n  "data": {\n    "a": "%"\n  },\n  "kind": "Secret"\n}',
  ),
  shape(
    'a Secret in JSON in a string',
    'secret',
    encoded('letmein'),
    '{\\"apiVersion\\":\\"v1\\",\\"data\\":{\\"a\\":\\"%\\"},\\"kind\\":\\"Secret\\"}',
  ),
  shape('the tail of a PEM key', 'private-key', tail(`${'PRIVATE'} KEY`, 410), 'the end:\n%\n'),
  shape(
    'the tail of an RSA key in JSON',
    'private-key',
    tail(`RSA ${'PRIVATE'} KEY`, 411).replaceAll('\n', '\\n'),
    '{"pem":"…\\n%\\n"}',
  ),
  shape(
    'the tail of a PGP key',
    'private-key',
    `${lines(base64(128, 412), 64)}\n=ab12\n-----END PGP ${'PRIVATE'} KEY BLOCK-----`,
  ),
];

const IN_URL = shape('a token in an encoded query', 'npm-token', `np${'m'}_${noise(36, 422)}`);

const COLOURED: readonly Case[] = [
  shape(
    'a token in colour in JSON',
    'github-token',
    `gh${'p'}_${noise(36, 420)}`,
    '"\\u001b[32m%\\u001b[0m"',
  ),
  shape(
    'a token in a new line of JSON',
    'npm-token',
    `np${'m'}_${noise(36, 421)}`,
    '"text\\n%\\n"',
  ),
  { ...IN_URL, text: `GET /x?next=a%3D${IN_URL.secret}%26b` },
];

const LABELS: ReadonlyArray<
  readonly [language: string, kind: string, secret: string, text: string]
> = [
  ['German', 'password', 'hunter22', 'Passwort: %'],
  ['German, another word', 'password', 'hunter22', 'Das Kennwort lautet %'],
  ['German, in a name', 'password', 'geheim!1', 'DB_PASSWORT=%'],
  ['German, of a key', 'secret', noise(24, 430), 'API-Schlüssel: %'],
  ['French', 'password', 'hunter22', 'Mot de passe : %'],
  ['French, in a name', 'password', 'hunter22', "mot_de_passe = '%'"],
  ['French, of a token', 'token', noise(24, 431), 'Jeton : %'],
  ['French, of a key', 'secret', noise(24, 432), "clé d'accès : %"],
  ['Spanish', 'password', 'hunter22', 'La contraseña es %'],
  ['Spanish, of a key', 'secret', noise(24, 533), 'clave secreta: %'],
  ['Portuguese', 'password', 'hunter22', 'Senha: %'],
  ['Portuguese, of a key', 'secret', noise(24, 434), 'chave de acesso: %'],
  ['Italian', 'password', 'hunter22', "La parola d'ordine è %"],
  ['Italian, of a key', 'secret', noise(24, 435), 'chiave segreta: %'],
  ['Dutch', 'password', 'hunter22', 'Wachtwoord: %'],
  ['Dutch, of a key', 'secret', noise(24, 436), 'API-sleutel: %'],
  ['Polish', 'password', 'hunter22', 'Hasło: %'],
  ['Polish, of a key', 'secret', noise(24, 437), 'klucz API: %'],
  ['Turkish', 'password', 'hunter22', 'Şifre: %'],
  ['Turkish, another word', 'password', 'hunter22', 'Parola: %'],
  ['Turkish, of a key', 'secret', noise(24, 438), 'API anahtarı: %'],
  ['Swedish', 'password', 'hunter22', 'Lösenord: %'],
  ['Czech', 'password', 'hunter22', 'Heslo: %'],
  ['Russian', 'password', 'hunter22', 'Пароль: %'],
  ['Russian, of a token', 'token', noise(24, 439), 'Токен = %'],
  ['Russian, of a key', 'secret', noise(24, 440), 'Секретный ключ: %'],
  ['Japanese', 'password', 'hunter22', 'パスワード：%'],
  ['Japanese in a sentence', 'password', 'Abc12345', 'パスワードは%です。'],
  ['Japanese, of a token', 'token', noise(24, 441), 'トークン: %'],
  ['Japanese, of a key', 'secret', noise(24, 442), '秘密鍵: %'],
  ['Korean', 'password', 'hunter22', '비밀번호: %'],
  ['Korean in a sentence', 'password', 'Abc12345', '비밀번호는 % 입니다'],
  ['Korean, of a token', 'token', noise(24, 443), '토큰: %'],
  ['Korean, of a key', 'secret', noise(24, 444), 'API 키: %'],
  ['Chinese of Taiwan', 'password', 'hunter22', '密碼：%'],
  ['Chinese of Taiwan, of a key', 'secret', noise(24, 445), '金鑰：%'],
  ['Vietnamese', 'password', 'hunter22', 'Mật khẩu: %'],
];

export const MORE: readonly Case[] = [
  ...VENDORS,
  ...BESIDE,
  ...COLOURED,
  ...LABELS.map(([language, kind, secret, text]) =>
    shape(`a label in ${language}`, kind, secret, text),
  ),
];

/** Each of them coloured as a terminal gets it: around, within, and by the letter. */
export const IN_COLOUR: ReadonlyArray<readonly [string, (secret: string) => string]> = [
  ['around it', (secret) => `${RED}${secret}${OFF}`],
  [
    'in the middle of it',
    (secret) =>
      `${secret.slice(0, 7)}${RED}${secret.slice(7, 12)}\u001b[m\u001b[K${secret.slice(12)}`,
  ],
  ['at each letter', (secret) => [...secret].map((sign) => `\u001b[38;5;1m${sign}`).join('') + OFF],
  [
    'and of a link',
    (secret) => `\u001b]8;;https://x.test\u001b\\${secret}\u001b]8;;\u001b\\\u001b(B${OFF}`,
  ],
];
