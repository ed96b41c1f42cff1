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
  const timed = (stats, options) => {
    if (!stats || options?.bigint) return stats;
    for (const time of ['mtime', 'ctime', 'birthtime']) {
      stats[`${time}Ms`] = shown(stats[`${time}Ms`]);
      stats[time] = new RealDate(stats[`${time}Ms`]);
    }
    return stats;
  };
  for (const name of ['statSync', 'lstatSync', 'fstatSync']) {
    const found = fs[name];
    fs[name] = (...given) => timed(found(...given), given[1]);
  }
  // Locks are kept by callbacks, and by the time that their holder gives them again and again.
  const found = fs.stat;
  fs.stat = (path, ...given) => {
    const done = given.pop();
    found(path, ...given, (error, stats) => done(error, timed(stats, given[0])));
  };
  const seconds = (time) => real(time instanceof RealDate ? time.getTime() : time * 1000) / 1000;
  for (const name of ['utimes', 'lutimesSync']) {
    const setTimes = fs[name];
    fs[name] = (path, read, written, ...done) =>
      setTimes(path, seconds(read), seconds(written), ...done);
  }
  syncBuiltinESMExports();
};
