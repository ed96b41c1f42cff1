// Preloaded: as where the folder it starts in lies on a file system that is mounted read-only.

'use strict';

const fs = require('node:fs');

const { O_RDWR, O_WRONLY, O_CREAT } = fs.constants;
const FOLDER = process.cwd();

function refusing(name, writes = () => true) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    if (!`${path}`.startsWith(FOLDER) || !writes(...rest)) return original(path, ...rest);
    const text = `EROFS: read-only file system, ${name} '${path}'`;
    throw Object.assign(new Error(text), { code: 'EROFS', syscall: name, path: `${path}` });
  };
}

refusing('openSync', (flags = 'r') =>
  typeof flags === 'number' ? flags & (O_RDWR | O_WRONLY | O_CREAT) : /[wa+]/.test(flags),
);
for (const name of ['mkdir', 'mkdtemp', 'rename', 'rm', 'unlink', 'link', 'writeFile']) {
  refusing(`${name}Sync`);
}
require('node:module').syncBuiltinESMExports();
