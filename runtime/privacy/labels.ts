// What a secret is called, in the languages people write settings and sentences in.

export type Kind = 'password' | 'token' | 'secret';

type Words = Readonly<{
  kind: Kind;
  /** A plain search for one of these is many times faster than the pattern. */
  hint: string;
  words: string;
}>;

const ENGLISH: readonly Words[] = [
  { kind: 'password', hint: 'pass|pwd', words: 'pass(?:word|wd|phrase|code)?|pwd' },
  {
    kind: 'secret',
    hint: 'key',
    words:
      '(?:secret|private|access|api|auth|account|signing|encryption|master|storage|license|client|deploy|webhook|subscription)[ _-]?key',
  },
  { kind: 'secret', hint: 'secret|credential|_auth', words: 'secret|credentials?|_auth' },
  { kind: 'token', hint: 'token', words: 'token' },
];

/** Not the end of another word: `desenha` is no `senha`. */
const APART = '(?<![A-Za-z\\u00C0-\\u024F])';

/** German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish, the north, Russian, Ukrainian. */
const EUROPEAN: readonly Words[] = [
  { kind: 'password', hint: '[sn]wort|wachtwoord', words: '(?:pass|kenn)wort|wachtwoord' },
  { kind: 'secret', hint: 'geheim', words: `${APART}geheim(?:nis)?` },
  {
    kind: 'secret',
    hint: 'schl(?:ü|ue)ssel|sleutel|nyckel',
    words:
      '(?:api|zugangs?|zugriffs|geheim(?:er|e)?|private[rn]?|geheime|privé)[ _-]?(?:schl(?:ü|ue)ssel|sleutel)|(?:api|hemlig)[ _-]?nyckel',
  },
  { kind: 'password', hint: 'de[ _-]?passe', words: 'mots?[ _-]?de[ _-]?passe' },
  {
    kind: 'secret',
    hint: 'clé|cle[_-]|clave|chi?ave',
    words: `${APART}(?:clé[ _-]|cle[_-]|(?:clave|chave|chiave)[ _-])(?:(?:de |d['’])?(?:api|acc[eè]s[os]?|acesso)|accesso|secr[eè]t[ao]?|secreta|segreta|privée?|privad[ao]|privata|api)`,
  },
  // Also the key of a table: only what looks random.
  { kind: 'secret', hint: 'clave', words: `${APART}clave` },
  { kind: 'password', hint: 'contrase', words: 'contrase(?:ñ|n|ny)a' },
  { kind: 'password', hint: 'senha|palavra', words: `${APART}(?:senha|palavra[ _-]passe)` },
  { kind: 'secret', hint: 'segre|secreto', words: `${APART}(?:segreto|segredo|secreto)` },
  { kind: 'password', hint: 'parola', words: `${APART}parola(?: d['’]ordine)?` },
  { kind: 'token', hint: 'jeton', words: `${APART}jeton` },
  { kind: 'password', hint: 'has[łl]o|heslo', words: `${APART}(?:has[łl]o|heslo)` },
  {
    kind: 'secret',
    hint: 'klucz|sekret',
    words: `${APART}(?:klucz[ _-](?:api|tajny|prywatny|dost[ęe]pu)|sekret)`,
  },
  { kind: 'password', hint: '[şs]ifre', words: `${APART}[şs]ifre(?:si|niz)?` },
  {
    kind: 'secret',
    hint: 'anahtar',
    words: `${APART}(?:gizli|api|eri[şs]im|[öo]zel)[ _-]anahtar[ıi]?`,
  },
  {
    kind: 'password',
    hint: 'l[öo]senord|passord|adgangskode',
    words: 'l[öo]senord|passord|adgangskode',
  },
  { kind: 'password', hint: 'парол', words: 'парол[ьяюе]м?' },
  { kind: 'token', hint: 'токен', words: 'токена?' },
  {
    kind: 'secret',
    hint: 'секрет|ключ',
    words: '(?:секретн(?:ый|ого)|приватный|api|апи)[ _-]ключа?|ключа? (?:доступа|api)|секрета?',
  },
];

/** Chinese in both scripts, Japanese, Korean, Vietnamese, Indonesian, Arabic, Hindi. */
const ASIAN: readonly Words[] = [
  { kind: 'password', hint: '[密口][码碼令]', words: '密[码碼]|口令' },
  { kind: 'token', hint: '令牌|權杖', words: '令牌|權杖' },
  {
    kind: 'secret',
    hint: '[密秘私金][钥鑰]|[凭憑]',
    words: '[密秘私金][钥鑰]|凭证|凭据|憑證|憑據',
  },
  { kind: 'password', hint: 'パス|暗証', words: 'パスワード|パスフレーズ|パスコード|暗証番号' },
  { kind: 'token', hint: 'トークン', words: 'トークン' },
  {
    kind: 'secret',
    hint: '鍵|キー|シークレット',
    words: '(?:秘密|暗号)鍵|(?:秘密|アクセス|シークレット|API ?)キー|シークレット',
  },
  { kind: 'password', hint: '비밀|암호|패스', words: '비밀 ?번호|암호|패스워드' },
  { kind: 'token', hint: '토큰', words: '토큰' },
  { kind: 'secret', hint: '키|시크릿', words: '(?:비밀|액세스|시크릿|인증|API) ?키|시크릿' },
  { kind: 'password', hint: 'mật|sandi', words: 'mật khẩu|kata sandi' },
  { kind: 'password', hint: 'كلمة|पासवर्ड', words: 'كلمة (?:المرور|السر)|पासवर्ड' },
];

function patternOf(group: readonly Words[]): string {
  return group.map(({ words }) => words).join('|');
}

function hintsOf(group: readonly Words[]): RegExp {
  return new RegExp(group.map(({ hint }) => hint).join('|'), 'i');
}

// Made at the first use, see shapes.ts.
let groups: ReadonlyArray<readonly [hints: RegExp, pattern: string]> | undefined;

/** A pattern for the labels that may stand in the text: most texts are searched in one language. */
export function labelsFor(text: string): string | undefined {
  // English goes last: `secreto` begins as `secret` does.
  groups ??= [EUROPEAN, ASIAN, ENGLISH].map((one) => [hintsOf(one), patternOf(one)]);
  const found = groups.filter(([hints]) => hints.test(text)).map(([, pattern]) => pattern);
  return found.length === 0 ? undefined : found.join('|');
}

let kinds: ReadonlyArray<readonly [Kind, RegExp]> | undefined;

export function kindOf(label: string): Kind {
  kinds ??= [...EUROPEAN, ...ASIAN, ...ENGLISH].map(({ kind, words }) => {
    return [kind, new RegExp(`^(?:${words})$`, 'i')];
  });
  return kinds.find(([, pattern]) => pattern.test(label))?.[0] ?? 'secret';
}
