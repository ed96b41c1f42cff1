// What a URL of a remote names, and what of it nobody may see. Pure.

export type RepositoryName = Readonly<{ host: string; owner: string; repo: string }>;

const NAME = /^(?!\.{1,2}$)[\w.-]+$/;
/** By which GitHub takes ssh where only the port of https is open. */
const SAME_HOST: Readonly<Record<string, string>> = { 'ssh.github.com': 'github.com' };

/** Null: no repository of an owner at a host. */
export function repositoryOf(url: string): RepositoryName | null {
  const parts = hostAndPath(url.trim());
  if (parts === null) return null;
  const host = parts.host.toLowerCase();
  const names = parts.path.replace(/^\/+|\/+$/g, '').split('/');
  const [owner = '', last = ''] = names;
  const repo = last.replace(/\.git$/i, '');
  if (names.length !== 2 || !NAME.test(owner) || !NAME.test(repo)) return null;
  return { host: SAME_HOST[host] ?? host, owner, repo };
}

function hostAndPath(url: string): Readonly<{ host: string; path: string }> | null {
  const web = /^(https?):\/\/(?:[^/?#@\\]*@)?([\w.-]+)(?::(\d+))?(\/[^?#]*)$/i.exec(url);
  if (web) {
    const [, scheme = '', host = '', port, path = ''] = web;
    // Another port is another server; one of ssh says nothing about who is there.
    const isUsual = port === undefined || port === (scheme.toLowerCase() === 'http' ? '80' : '443');
    return { host: isUsual ? host : `${host}:${port}`, path };
  }
  const ssh = /^(?:git\+)?ssh(?:\+git)?:\/\/(?:[^/?#@\\]*@)?([\w.-]+)(?::\d+)?(\/.*)$/i.exec(url);
  if (ssh) return { host: ssh[1] ?? '', path: ssh[2] ?? '' };
  if (url.includes('://') || url.includes('::')) return null;
  // `git@host:owner/repo`; one letter is a drive of Windows.
  const short = /^(?:[^/:@\s]+@)?([\w.-]{2,}):(.+)$/.exec(url);
  return short ? { host: short[1] ?? '', path: short[2] ?? '' } : null;
}

const OF_WEB = /\b((?:https?|ftps?):\/\/)[^\s'"/]*@/gi;
const OF_OTHERS = /\b([a-z][a-z0-9+.-]*:\/\/[^\s'"/:@]*):[^\s'"/]*@/gi;
const IN_QUERY = /([?&][\w-]*(?:token|key|secret|password)[\w-]*=)[^\s'"&#]+/gi;

/** A text without what lets somebody in: by its form, and what the URL itself has. */
export function redacted(text: string, url = ''): string {
  const known = secretsIn(url).reduce((all, secret) => all.replaceAll(secret, '…'), text);
  return known.replace(OF_WEB, '$1…@').replace(OF_OTHERS, '$1:…@').replace(IN_QUERY, '$1…');
}

/** The longest first. */
function secretsIn(url: string): string[] {
  const [, scheme = '', user = '', password] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/:]*?)(?::([^/]*))?@/i.exec(url) ?? [];
  // The name by which ssh is asked is none; a token may stand where the name does for others.
  const isName = scheme.includes('ssh') || user === 'git' || password !== undefined;
  const all = [password ?? '', isName ? '' : user].flatMap((one) => [one, decoded(one)]);
  return [...new Set(all)].filter((one) => one.length > 3).sort((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // No escapes, but a sign that begins one.
  }
}
