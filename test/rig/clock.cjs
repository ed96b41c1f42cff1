// What a preload file calls before any program of a test: its clock, and the times of files with it, stand
// `ahead` milliseconds ahead, and those of processes it starts.

const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

/** `preload` is that file. */
module.exports = (preload, ahead) => {
  // The verifier is started with the options of its hook and without most of its environment.
  process.execArgv.push('--require', preload);
  const RealDate = Date;
  globalThis.Date = class ShiftedDate extends RealDate {
    constructor(...given) {
      if (given.length > 0) super(...given);
      else super(RealDate.now() + ahead);
    }

    static now() {
      return RealDate.now() + ahead;
    }
  };
  for (const name of ['statSync', 'lstatSync', 'fstatSync']) {
    const real = fs[name];
    fs[name] = (...given) => {
      const stats = real(...given);
      if (stats && !given[1]?.bigint) {
        for (const time of ['mtimeMs', 'ctimeMs', 'birthtimeMs']) stats[time] += ahead;
      }
      return stats;
    };
  }
  syncBuiltinESMExports();
};
