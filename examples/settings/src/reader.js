/** `host=db;port=5432` → `{ host: 'db', port: '5432' }` */
export function readSettings(line) {
  const settings = {};
  for (const part of line.split(';')) {
    const [name, value = ''] = part.split('=');
    settings[name.trim()] = value.trim();
  }
  return settings;
}
