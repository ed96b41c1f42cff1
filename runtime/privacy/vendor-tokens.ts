// Tokens that begin with letters of their own, by who gives them out.

import { hasDigit, type Shape, token } from './shape.ts';

/** Hints apart by blanks, then the whole pattern. A digit has to be in each. */
const PREFIXES: ReadonlyArray<readonly [kind: string, hints: string, pattern: string]> = [
  // Hosting.
  ['vercel-token', 'vcp_ vci_ vca_ vcr_ vck_', 'vc[piark]_[A-Za-z0-9]{20,}'],
  ['netlify-token', 'nfp_ nfc_ nfo_ nfu_ nfb_', 'nf[pcoub]_[A-Za-z0-9_-]{36,}'],
  ['fly-token', 'fm1r_ fm1a_ fm2_ fo1_', 'f(?:m1[ra]|m2|o1)_[A-Za-z0-9+/_-]{40,}={0,3}'],
  ['render-token', 'rnd_', 'rnd_[A-Za-z0-9]{24,}'],
  ['cloudflare-token', 'cfk_ cfut_ cfat_', 'cf(?:k|ut|at)_[A-Za-z0-9_-]{40,}'],
  ['cloudflare-token', 'v1.0-', 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}'],
  ['heroku-token', 'HRKU-', 'HRKU-[A-Za-z0-9_-]{36,}'],
  ['supabase-key', 'sbp_ sb_secret_', '(?:sbp_|sb_secret_)[A-Za-z0-9_-]{20,}'],
  ['api-key', 'pscale_pw_ pscale_tkn_ napi_', '(?:pscale_(?:pw|tkn)_|napi_)[A-Za-z0-9_-]{24,}'],
  ['api-key', 'ddp_ ddw_ tskey-', '(?:dd[pw]_[A-Za-z0-9]{36}|tskey-[a-z]{2,12}-[A-Za-z0-9-]{20,})'],
  // Models.
  ['api-key', 'gsk_ xai- r8_', '(?:gsk_|xai-|r8_)[A-Za-z0-9_-]{24,}'],
  ['api-key', 'pplx- nvapi- csk- tgp_v1_', '(?:pplx-|nvapi-|csk-|tgp_v1_)[A-Za-z0-9_-]{32,}'],
  ['api-key', 'lsv2_ pcsk_ tvly-', '(?:lsv2_(?:pt|sk)_|pcsk_|tvly-)[A-Za-z0-9_-]{24,}'],
  ['api-key', 'sk_', 'sk_[0-9a-f]{48}(?![A-Za-z0-9])'],
  ['huggingface-token', 'api_org_', 'api_org_[A-Za-z0-9]{30,}'],
  // Registries and builds.
  ['rubygems-key', 'rubygems_', 'rubygems_[A-Za-z0-9]{24,}'],
  ['crates-token', 'cio', 'cio[A-Za-z0-9]{32}(?![A-Za-z0-9])'],
  ['nuget-key', 'oy2', 'oy2[a-z0-9]{43}(?![A-Za-z0-9])'],
  ['api-key', 'sntrys_ sntryu_ CCIPAT_', '(?:sntry[su]_|CCIPAT_)[A-Za-z0-9_+/=-]{32,}'],
  ['api-key', '.atlasv1.', '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{50,}'],
  // Others.
  ['api-key', 'ntn_ lin_api_ figd_', '(?:ntn_|lin_api_|figd_)[A-Za-z0-9_-]{24,}'],
  ['api-key', 'dp.pt. dp.st. PMAK- NRAK-', '(?:dp\\.(?:pt|st)\\.|PMAK-|NRAK-)[A-Za-z0-9_.-]{24,}'],
  ['onepassword-token', 'ops_eyJ', 'ops_eyJ[A-Za-z0-9+/=_-]{60,}'],
];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

export function vendorTokens(): readonly Shape[] {
  return [
    token(
      'github-token',
      'ghp_ gho_ ghu_ ghs_ ghr_',
      'gh[pousr]_(?:[0-9]{1,12}_)?[A-Za-z0-9]{16,}(?:[._-][A-Za-z0-9_-]{20,}){0,3}',
    ),
    token('github-token', 'github_pat_', 'github_pat_[A-Za-z0-9_]{20,}'),
    token(
      'gitlab-token',
      'glpat- gldt- glrt- glrtr- glptt- glcbt- glft- glffct- glimt- glwt- glsoat- gloas- glagent-',
      'gl(?:pat|dt|rtr?|ptt|cbt|ft|ffct|imt|wt|soat|oas|agent)-[A-Za-z0-9_.-]{16,}',
    ),
    token('slack-token', 'xox xapp- xwfp-', '(?:xox[a-z]|xapp|xwfp)-[A-Za-z0-9-]{10,}', hasDigit),
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
      (secret) => hasDigit(secret) && (/[A-Za-z0-9]{16}/.test(secret) || UUID.test(secret)),
    ),
    token('google-key', 'AIza', 'AIza[A-Za-z0-9_-]{30,}'),
    token('google-key', 'GOCSPX-', 'GOCSPX-[A-Za-z0-9_-]{20,}'),
    token('google-key', 'ya29.', 'ya29\\.[A-Za-z0-9_-]{20,}'),
    token('google-key', 'AQ.', 'AQ\\.[A-Za-z0-9_-]{40,}', hasDigit),
    token('npm-token', 'npm_', 'npm_[A-Za-z0-9]{30,}'),
    token('pypi-token', 'pypi-', 'pypi-[A-Za-z0-9_-]{50,}'),
    token('sendgrid-key', 'SG.', 'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}'),
    token('twilio-key', 'SK', 'SK[0-9a-f]{32}(?![A-Za-z0-9])'),
    token('telegram-token', ':AA', '[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}'),
    // In the address of its API the name of the bot's part comes right before it.
    {
      kind: 'telegram-token',
      hints: ['/bot'],
      pattern: /(\/bot)[0-9]{8,10}:[A-Za-z0-9_-]{30,}/g,
    },
    {
      kind: 'discord-token',
      hints: ['.'],
      pattern: /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}/g,
      if: (secret) => hasDigit(secret) && !isReadableName(secret),
    },
    token('huggingface-token', 'hf_', 'hf_[A-Za-z0-9]{30,}'),
    token('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', 'do[opr]_v1_[0-9a-f]{40,}'),
    token('shopify-token', 'shpat_ shpca_ shppa_ shpss_', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32,}'),
    token('vault-token', 'hvs. hvb.', 'hv[sb]\\.[A-Za-z0-9_-]{20,}'),
    token('docker-token', 'dckr_pat_ dckr_oat_', 'dckr_[po]at_[A-Za-z0-9_-]{20,}'),
    token('grafana-token', 'glsa_', 'glsa_[A-Za-z0-9]{20,}_[0-9a-f]{8}'),
    token('databricks-token', 'dapi', 'dapi[0-9a-f]{32}(?:-[0-9])?(?![A-Za-z0-9])'),
    token('atlassian-token', 'ATATT3x', 'ATATT3x[A-Za-z0-9_=-]{30,}'),
    token('age-key', 'AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[0-9A-Z]{40,}'),
    ...PREFIXES.map(([kind, prefixes, pattern]) => token(kind, prefixes, pattern, hasDigit)),
    token('aws-key', 'AKIA ASIA ABIA ACCA', 'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
    token('azure-key', 'Q~', '[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{30,40}'),
    token('jwt', 'eyJ', 'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]+){0,4}'),
  ];
}

/** Three words with points between, as in code: `Messages_of_the_channel.filter.…`. */
function isReadableName(text: string): boolean {
  return !text.split('.').every((part) => /[0-9]/.test(part) || /[a-z][A-Z]/.test(part));
}
