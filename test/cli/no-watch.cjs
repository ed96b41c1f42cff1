// Preloaded: as where fs.inotify.max_user_watches is used up.

'use strict';

const fs = require('node:fs');

fs.watch = () => {
  const text = 'ENOSPC: System limit for number of file watchers reached';
  throw Object.assign(new Error(text), { code: 'ENOSPC', syscall: 'watch' });
};
require('node:module').syncBuiltinESMExports();
