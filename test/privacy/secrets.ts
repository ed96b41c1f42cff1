// Secrets of every shape, made from parts, so that no scanner takes this file for a leak.

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
export const DIGITS = '0123456789';

/** Letters that look random and are the same in every run. */
export function noise(length: number, seed: number, letters = UPPER + LOWER + DIGITS): string {
  let state = seed * 2654435761;
  let text = '';
  for (let i = 0; i < length; i += 1) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    text += letters[(state >>> 8) % letters.length];
  }
  return text;
}

export const hex = (length: number, seed: number): string => noise(length, seed, `${DIGITS}abcdef`);
export const base64 = (length: number, seed: number): string =>
  noise(length, seed, `${UPPER}${LOWER}${DIGITS}+/`);

export function lines(text: string, width: number): string {
  return text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? '';
}

export function block(name: string, seed: number): string {
  const dashes = '-'.repeat(5);
  return `${dashes}BEGIN ${name}${dashes}\n${lines(base64(640, seed), 64)}\n${dashes}END ${name}${dashes}`;
}

/** `kind` is what the mark says; `text` holds the secret; nothing of `secret` may be left. */
export type Case = Readonly<{ what: string; kind: string; text: string; secret: string }>;

export function shape(what: string, kind: string, secret: string, around = '%'): Case {
  return { what, kind, secret, text: around.replace('%', () => secret) };
}

const jwt = `${'ey'}J${noise(20, 1)}.${'ey'}J${noise(40, 2)}.${noise(43, 3)}`;
const awsSecret = base64(40, 4);
const account = `${base64(86, 5)}==`;
const openssh = block(`OPENSSH ${'PRIVATE'} KEY`, 6);
const rsa = block(`RSA ${'PRIVATE'} KEY`, 7);
const cut = rsa.slice(0, 400);

export const SECRETS: readonly Case[] = [
  shape('a PEM key', 'private-key', block(`${'PRIVATE'} KEY`, 8), 'key:\n%\nend'),
  shape('an RSA key', 'private-key', rsa),
  shape('an encrypted key', 'private-key', block(`ENCRYPTED ${'PRIVATE'} KEY`, 9)),
  shape('an OpenSSH key', 'private-key', openssh, 'id_ed25519:\n%'),
  shape('a PGP key', 'private-key', block(`PGP ${'PRIVATE'} KEY BLOCK`, 10)),
  shape(
    'a key in one line of JSON',
    'private-key',
    openssh.replaceAll('\n', '\\n'),
    '{"pem": "%"}',
  ),
  shape('a key that was cut', 'private-key', cut, '%'),
  shape('a PuTTY key', 'private-key', lines(base64(256, 11), 64), `Private-${'Lines'}: 4\n%\n`),
  shape('an AWS key id', 'aws-key', `AKI${'A'}${noise(16, 12, UPPER + DIGITS)}`, 'id %.'),
  shape('an AWS session key id', 'aws-key', `ASI${'A'}${noise(16, 13, UPPER + DIGITS)}`),
  shape('an AWS secret', 'secret', awsSecret, 'aws_secret_access_key = %'),
  shape('an AWS secret in the shell', 'secret', awsSecret, 'export AWS_SECRET_ACCESS_KEY=%'),
  shape('an AWS session token', 'token', base64(300, 14), 'AWS_SESSION_TOKEN="%"'),
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((name, i) =>
    shape(`a GitHub token ${name}`, 'github-token', `${name}_${noise(36, 15 + i)}`, 'with %,'),
  ),
  shape(
    'a fine-grained GitHub token',
    'github-token',
    `github_${'pat'}_${noise(22, 20)}_${noise(59, 21)}`,
  ),
  shape('a GitLab token', 'gitlab-token', `glp${'at'}-${noise(20, 22)}`),
  shape('a GitLab runner token', 'gitlab-token', `glr${'t'}-${noise(20, 23)}`),
  shape('a Slack bot token', 'slack-token', `xox${'b'}-${noise(12, 24, DIGITS)}-${noise(24, 25)}`),
  shape(
    'a Slack app token',
    'slack-token',
    `xap${'p'}-1-${noise(11, 26)}-${noise(64, 27, `${DIGITS}abcdef`)}1`,
  ),
  shape(
    'a Slack webhook',
    'webhook',
    `T${noise(8, 28)}/B${noise(8, 29)}/${noise(24, 30)}`,
    `https://hooks.slack.${'com'}/services/%`,
  ),
  shape(
    'a Discord webhook',
    'webhook',
    `${noise(18, 31, DIGITS)}/${noise(68, 32)}`,
    `https://discord.${'com'}/api/webhooks/%`,
  ),
  shape('a Stripe key', 'stripe-key', `sk_${'live'}_${noise(24, 33)}`),
  shape('a restricted Stripe key', 'stripe-key', `rk_${'test'}_${noise(24, 34)}`),
  shape('a Stripe webhook secret', 'stripe-key', `whs${'ec'}_${noise(32, 35)}`),
  shape('an OpenAI key', 'api-key', `s${'k'}-${noise(48, 36)}`),
  shape('an OpenAI project key', 'api-key', `s${'k'}-proj-${noise(60, 37)}_${noise(20, 38)}`),
  shape(
    'an Anthropic key',
    'api-key',
    `s${'k'}-ant-api03-${noise(80, 39)}-${noise(8, 40)}AA`,
    'key %;',
  ),
  shape('a Google key', 'google-key', `AIz${'a'}${noise(35, 41)}`, '?key=%&x=1'),
  shape('a Google client secret', 'google-key', `GOCS${'PX'}-${noise(28, 42)}`),
  shape('an npm token', 'npm-token', `np${'m'}_${noise(36, 43)}`),
  shape(
    'an npm token in .npmrc',
    'token',
    `${hex(8, 44)}-${hex(4, 45)}-${hex(12, 46)}`,
    '//npm.example.org/:_authToken=%',
  ),
  shape('a PyPI token', 'pypi-token', `pyp${'i'}-AgEIcHlwaS5vcmc${noise(60, 47)}`),
  shape('a SendGrid key', 'sendgrid-key', `S${'G'}.${noise(22, 48)}.${noise(43, 49)}`),
  shape('a Twilio key', 'twilio-key', `S${'K'}${hex(32, 50)}`),
  shape(
    'a Telegram bot token',
    'telegram-token',
    `${noise(9, 51, '123456789')}:A${'A'}${noise(33, 52)}`,
  ),
  shape('a Hugging Face token', 'huggingface-token', `h${'f'}_${noise(34, 53)}`),
  shape('a DigitalOcean token', 'digitalocean-token', `do${'p'}_v1_${hex(64, 54)}`),
  shape('a Shopify token', 'shopify-token', `shp${'at'}_${hex(32, 55)}`),
  shape('a JWT', 'jwt', jwt, 'got "%" back'),
  shape('an authorization header', 'authorization', noise(32, 56), 'Authorization: Bearer %'),
  shape(
    'one with user and password',
    'authorization',
    'dXNlcjpwYXNzd29yZA==',
    'Authorization: Basic %',
  ),
  shape(
    'one in JavaScript',
    'authorization',
    noise(24, 57),
    "headers: { 'Authorization': 'token %' }",
  ),
  shape(
    'one of curl',
    'authorization',
    noise(24, 58),
    'curl -H "authorization: bearer %" https://x.test',
  ),
  shape('a bearer by itself', 'authorization', noise(30, 59), 'it sent bearer % and failed'),
  shape(
    'a password in an address',
    'url-password',
    'hunter2',
    'postgres://app:%@db.example.com:5432/app',
  ),
  shape('one with signs in it', 'url-password', 'p@ss:w0rd!', 'https://user:%@example.com/x'),
  shape('one without a user', 'url-password', 'sekret99', 'redis://:%@localhost:6379'),
  shape(
    'a token in an address',
    'url-password',
    noise(40, 60),
    'git clone https://%@example.com/a/b.git',
  ),
  shape(
    'an ADO.NET connection',
    'password',
    'Pa55w0rd!',
    'Server=db;User Id=sa;Password=%;Encrypt=yes',
  ),
  shape(
    'an Azure storage connection',
    'azure-key',
    account,
    'AccountName=x;AccountKey=%;EndpointSuffix=core',
  ),
  shape(
    'an Azure bus connection',
    'azure-key',
    `${base64(43, 61)}=`,
    'SharedAccessKeyName=a;SharedAccessKey=%',
  ),
  shape(
    'an Azure signature',
    'azure-key',
    `${noise(42, 62)}%3D`,
    'https://x.blob.test/c?sv=2022&sig=%&se=1',
  ),
  shape('an Azure client secret', 'azure-key', `a1${'b8Q'}~${noise(34, 63)}`),
  shape('.env', 'password', 'correcthorse', 'HOST=x\nDB_PASSWORD=%\nPORT=1'),
  shape('.env with quotes', 'token', noise(20, 64), "API_TOKEN='%'"),
  shape('a shell export', 'token', noise(20, 65), 'export X_TOKEN=%'),
  shape('PowerShell', 'secret', noise(20, 66), '$env:CLIENT_SECRET = "%"'),
  shape('YAML', 'password', 'hunter2', 'db:\n  user: app\n  password: %\n  port: 1'),
  shape('YAML with a digit at the end', 'password', 's3cr3t!', 'password: "%"'),
  shape('JSON', 'token', noise(24, 67), '{"token": "%", "n": 1}'),
  shape('JSON in a string of JSON', 'password', 'hunter22', '"{\\"password\\": \\"%\\"}"'),
  shape('JavaScript', 'secret', noise(24, 68), "const clientSecret = '%';"),
  shape('TypeScript', 'secret', noise(24, 69), 'readonly apiKey = `%`;'),
  shape('Python', 'password', 'letmein!', 'PASSWORD = "%"'),
  shape('a Python call', 'password', 'S3cure-Pw', "connect(user='a', password='%')"),
  shape('a Ruby hash', 'secret', noise(32, 70), ":secret_key => '%'"),
  shape('Go', 'token', noise(24, 71), 'authToken := "%"'),
  shape('Java properties', 'password', 'hunter2x', 'spring.datasource.password=%'),
  shape('PHP', 'password', 'tr0ub4dor&3', "$config['password'] = '%';"),
  shape('XML', 'password', 'hunter2', '<password>%</password>'),
  shape('a command line', 'password', 'hunter2!', 'mysql --user app --password %'),
  shape('a command line with =', 'token', noise(20, 72), 'deploy --token=% --force'),
  shape('a query', 'token', noise(24, 73), 'GET /x?access_token=%&page=2'),
  shape('an API key header', 'secret', noise(32, 74), 'X-Api-Key: %'),
  shape('words', 'password', 'hunter2', 'The password is %, try it.'),
  shape('Chinese', 'password', 'hunter2', '密码：%'),
  shape('Chinese in a sentence', 'password', 'Abc12345', '数据库的密码是%，请不要外传。'),
  shape('a Chinese pass phrase', 'password', 'open-sesame-9', '口令: %'),
  shape('a Chinese token', 'token', noise(24, 75), '令牌：%'),
  shape('a Chinese key', 'secret', noise(24, 76), '密钥 = %'),
  shape('a Chinese key in other letters', 'secret', noise(24, 80), '秘钥：%'),
  shape('Chinese in corner quotes', 'password', 'Abc12345', '密码是「%」'),
  shape('letters with accents', 'password', 'pässw0rd!23', 'password: "%"'),
  shape('a Vault token', 'vault-token', `hv${'s'}.CAESI${noise(90, 81)}`),
  shape('a Docker token', 'docker-token', `dckr_${'pat'}_${noise(27, 82)}`),
  shape('a Grafana token', 'grafana-token', `gls${'a'}_${noise(32, 83)}_a1b2c3d4`),
  shape('a Databricks token', 'databricks-token', `dap${'i'}${hex(32, 84)}`),
  shape('an Atlassian token', 'atlassian-token', `ATATT${'3'}xFfGF0${noise(180, 85)}`),
  shape('an age key', 'age-key', `AGE-SECRET-${'KEY'}-1${noise(58, 86, UPPER + DIGITS)}`),
  shape('a Groq key', 'api-key', `gs${'k'}_${noise(52, 87)}`),
  shape('a Linear key', 'api-key', `lin_${'api'}_${noise(40, 88)}`),
  shape('a Postman key', 'api-key', `PMA${'K'}-${noise(24, 89)}-${noise(34, 90)}`),
  shape('an AWS secret like a path', 'secret', `/${noise(39, 91)}`, 'aws_secret_access_key = %'),
  shape('a kubeconfig', 'private-key', `LS0tLS1CRUdJTiB${noise(200, 92)}`, 'client-key-data: %'),
  shape('a Docker login file', 'authorization', 'dXNlcjpnaHA3c2VjcmV0', '{"ghcr.io":{"auth":"%"}}'),
  shape('a variable of a container', 'secret', 's3cr3tPass99', '- name: DB_PASSWORD\n  value: %\n'),
  shape('one in JSON', 'secret', 's3cr3tPass99', '{"name":"DB_PASSWORD","value":"%"}'),
  shape('.env with a comma', 'password', 'Tr0ub,4dorExtra', 'DB_PASSWORD=%'),
  shape('.env with an ampersand', 'password', 'Tr0ub4dor&3xtra', 'A=1\nDB_PASSWORD=%\nB=2'),
  shape('curl -u', 'password', 's3cr3tPass99', 'curl -s -u admin:% https://x.test'),
  shape('docker login -p', 'password', 's3cr3tPass99', 'docker login -u bob -p % ghcr.io'),
  shape('sshpass', 'password', 's3cr3tPass99', 'sshpass -p % ssh host'),
  shape('mysql -p', 'password', 's3cr3tPass99', 'mysql -u root -p% shop'),
  shape('mysqldump -p', 'password', 's3cr3tPass99', "mysqldump -p'%' shop > shop.sql"),
  shape('netrc', 'password', 's3cr3tPass99', 'machine api.example.com login bob password %'),
];
