// Secrets that can be recognized by their own letters.
//
// Every pattern begins with letters of its own or at the edge of a word, and what may follow is one
// class of characters: nothing can be read in two ways, so no input makes it try them all. What a
// pattern can't say without looking ahead is said by `if`, on the text it has already taken.

import { isMark, isPlaceholder, mark } from './mark.ts';

type Shape = Readonly<{
  kind: string;
  /** One of these stands in every match: a plain search is many times faster than the pattern. */
  hints: readonly string[];
  pattern: RegExp;
  /** What follows the first group is the secret; without a group the whole match is. */
  if?: (secret: string) => boolean;
}>;

/** Not within a longer word or token. */
const EDGE = '(?<![A-Za-z0-9_-])';

function token(kind: string, hints: string, pattern: string, check?: Shape['if']): Shape {
  return {
    kind,
    hints: hints.split(' '),
    pattern: new RegExp(EDGE + pattern, 'g'),
    ...(check ? { if: check } : {}),
  };
}

// Made at the first use: hooks that have no text to keep never pay for them.
let shapes: readonly Shape[] | undefined;

function allShapes(): readonly Shape[] {
  return [
    token('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', 'gh[pousr]_[A-Za-z0-9]{16,}'),
    token('github-token', 'github_pat_', 'github_pat_[A-Za-z0-9_]{20,}'),
    token(
      'gitlab-token',
      'glpat- gldt- glrt- glptt- glcbt- glft- glsoat- glagent-',
      'gl(?:pat|dt|rt|ptt|cbt|ft|soat|agent)-[A-Za-z0-9_.-]{16,}',
    ),
    token('slack-token', 'xox xapp-', '(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,}', hasDigit),
    {
      kind: 'webhook',
      hints: ['hooks.slack.com/', '/api/webhooks/'],
      pattern:
        /((?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/)[A-Za-z0-9/_-]{16,}/g,
    },
    token(
      'stripe-key',
      'sk_live_ sk_test_ rk_live_ rk_test_',
      '[sr]k_(?:live|test)_[A-Za-z0-9]{10,}',
    ),
    token('stripe-key', 'whsec_', 'whsec_[A-Za-z0-9+/]{16,}={0,2}'),
    token(
      'api-key',
      'sk-',
      'sk-[A-Za-z0-9_-]{20,}',
      (secret) => hasDigit(secret) && /[A-Za-z0-9]{16}/.test(secret),
    ),
    token('google-key', 'AIza', 'AIza[A-Za-z0-9_-]{30,}'),
    token('google-key', 'GOCSPX-', 'GOCSPX-[A-Za-z0-9_-]{20,}'),
    token('google-key', 'ya29.', 'ya29\\.[A-Za-z0-9_-]{20,}'),
    token('npm-token', 'npm_', 'npm_[A-Za-z0-9]{30,}'),
    token('pypi-token', 'pypi-', 'pypi-[A-Za-z0-9_-]{50,}'),
    token('sendgrid-key', 'SG.', 'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}'),
    token('twilio-key', 'SK', 'SK[0-9a-f]{32}(?![A-Za-z0-9])'),
    token('telegram-token', ':AA', '[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}'),
    token('huggingface-token', 'hf_', 'hf_[A-Za-z0-9]{30,}'),
    token('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', 'do[opr]_v1_[0-9a-f]{40,}'),
    token('shopify-token', 'shpat_ shpca_ shppa_ shpss_', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32,}'),
    token('vault-token', 'hvs. hvb.', 'hv[sb]\\.[A-Za-z0-9_-]{20,}'),
    token('docker-token', 'dckr_pat_ dckr_oat_', 'dckr_[po]at_[A-Za-z0-9_-]{20,}'),
    token('grafana-token', 'glsa_', 'glsa_[A-Za-z0-9]{20,}_[0-9a-f]{8}'),
    token('databricks-token', 'dapi', 'dapi[0-9a-f]{32}(?:-[0-9])?(?![A-Za-z0-9])'),
    token('atlassian-token', 'ATATT3x', 'ATATT3x[A-Za-z0-9_=-]{30,}'),
    token('age-key', 'AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[0-9A-Z]{40,}'),
    token(
      'api-key',
      'gsk_ xai- r8_ ntn_ lin_api_ rubygems_ pscale_pw_ pscale_tkn_ sbp_ dp.pt. PMAK- NRAK-',
      '(?:gsk_|xai-|r8_|ntn_|lin_api_|rubygems_|pscale_(?:pw|tkn)_|sbp_|dp\\.pt\\.|PMAK-|NRAK-)[A-Za-z0-9_-]{24,}',
      hasDigit,
    ),
    token('aws-key', 'AKIA ASIA ABIA ACCA', 'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
    token('azure-key', 'Q~', '[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{30,40}'),
    {
      kind: 'azure-key',
      hints: ['AccountKey=', 'SharedAccessKey=', 'SharedSecret='],
      pattern: /((?:AccountKey|SharedAccessKey|SharedSecret)=)[A-Za-z0-9+/]{20,}={0,2}/g,
    },
    {
      kind: 'azure-key',
      hints: ['sig='],
      pattern: /([?&;]sig=)[A-Za-z0-9%+/_-]{20,}={0,2}/g,
    },
    token('jwt', 'eyJ', 'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]+){0,4}'),
    {
      kind: 'authorization',
      hints: ['uthorization', 'UTHORIZATION'],
      pattern:
        /((?<!\[redacted:)authorization["'\]\\]{0,3}[ \t]{0,8}[:=,][ \t]{0,8}[\\"'`]{0,2}(?:(?:bearer|basic|token|apikey|digest|negotiate)[ \t]{1,8})?)[A-Za-z0-9._~+/=:-]{6,}/gi,
      if: (secret) => !isOneWord(secret) || /[a-z][A-Z]/.test(secret),
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

function hasDigit(text: string): boolean {
  return /[0-9]/.test(text);
}

function isOneWord(text: string): boolean {
  return /^[A-Za-z]+$/.test(text);
}
