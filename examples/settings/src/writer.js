/** `{ host: 'db', port: '5432' }` → `host=db;port=5432` */
export function writeSettings(settings) {
  const parts = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return parts.join(';');
}
