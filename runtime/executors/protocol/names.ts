const MAX_NAME = 300;

/** A name that stays below a folder on every system: `log/out.txt`, and nothing that climbs or is absolute. */
export function isInsideName(name: string): boolean {
  if (name === '' || name.length > MAX_NAME || /[\\:\p{Cc}]/u.test(name)) return false;
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
