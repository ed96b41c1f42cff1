// What a preload file calls before any program of a test: its clock, and the times of files with it, stand
// `ahead` milliseconds ahead, and those of processes it starts. Or as far as the file `ahead` says, which may
// grow meanwhile (`clockToSet`): what was written before a jump keeps its time.

const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const RealDate = Date;
const { readFileSync } = fs;
const LOOK_EVERY_MS = 20;

/** A line for each time it was set: since when by the real clock, and by how much it stands ahead since. */
function setsIn(file) {
  let sets = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return sets;
    lookedAt = performance.now();
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    sets = lines.map((line) => line.split(' ').map(Number));
    return sets;
  };
}

/** `preload` is that file. */
module.exports = (preload, ahead) => {
  // The verifier is started with the options of its hook and without most of its environment.
  process.execArgv.push('--require', preload);
  const sets = typeof ahead === 'number' ? () => [[0, ahead]] : setsIn(ahead);
  const shown = (ms) => ms + (sets().findLast(([since]) => since <= ms)?.[1] ?? 0);
  const real = (ms) => ms - (sets().findLast(([since, by]) => since + by <= ms)?.[1] ?? 0);
  globalThis.Date = class ShiftedDate extends RealDate {
    constructor(...given) {
      if (given.length > 0) super(...given);
      else super(shown(RealDate.now()));
    }

    static now() {
      return shown(RealDate.now());
    }
  };
  for (const name of ['statSync', 'lstatSync', 'fstatSync']) {
    const found = fs[name];
    fs[name] = (...given) => {
      const stats = found(...given);
      if (stats && !given[1]?.bigint) {
        for (const time of ['mtimeMs', 'ctimeMs', 'birthtimeMs']) stats[time] = shown(stats[time]);
      }
      return stats;
    };
  }
  if (typeof ahead !== 'number') {
    // What keeps a time, or gives a sign of life by it, means this clock.
    const setTimes = fs.lutimesSync;
    const seconds = (time) => real(time instanceof RealDate ? time.getTime() : time * 1000) / 1000;
    fs.lutimesSync = (path, read, written) => setTimes(path, seconds(read), seconds(written));
  }
  syncBuiltinESMExports();
};
