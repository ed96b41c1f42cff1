// One report of one run, in a process of its own: `tsx run-in-copy.mjs JSON`. Prints how it ended.

import { check } from '../../runtime/evidence/gates/check.ts';
import { SpareCopy } from '../../runtime/evidence/trees/spare-copy.ts';

const request = JSON.parse(process.argv[2] ?? '');
const spare = new SpareCopy({ objectsDir: request.objectsDir, isWanted: () => true });
const about = { ...request, sinceMs: Number.POSITIVE_INFINITY, isGone: () => false, spare };
const { outcome, why } = await check({ ...about, owner: `${process.pid}-0` });
process.stdout.write(`${outcome}: ${why}\n`);
await spare[Symbol.asyncDispose]();
