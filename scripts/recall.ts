// `npm run recall`: how well anchors are found, beside plain BM25, and how long it takes.

import { indexAnchors, rank } from '../runtime/memory/recall/recall.ts';
import {
  labelledAnchors,
  labelledQueries,
  measure,
  measureGiven,
  ours,
  plainBm25,
  plainBm25OfLive,
  TODAY,
} from '../test/recall/measure.ts';

const anchors = labelledAnchors();
const queries = labelledQueries();
const rankings = {
  'recall of Wukong': ours(anchors),
  'plain BM25': plainBm25(anchors),
  'plain BM25, without replaced and expired': plainBm25OfLive(anchors),
};
const groups = {
  all: queries,
  'used for tuning': queries.filter(({ heldOut }) => !heldOut),
  'held out': queries.filter(({ heldOut }) => heldOut),
  English: queries.filter(({ language }) => language === 'English'),
  Chinese: queries.filter(({ language }) => language === 'Chinese'),
};

console.log(`${anchors.length} anchors, ${queries.length} requests, as of ${TODAY}.`);
console.log('Plain BM25 is MiniSearch, with the same words as ours (segmented, without endings).');
for (const [group, of] of Object.entries(groups)) {
  console.log(`\n${`${group} (${of.length})`.padEnd(44)}recall@5  MRR`);
  for (const [name, ranking] of Object.entries(rankings)) {
    const { recallAt5, mrr } = measure(ranking, of);
    console.log(`  ${name.padEnd(42)}${recallAt5.toFixed(3).padEnd(10)}${mrr.toFixed(3)}`);
  }
}

const given = measureGiven(anchors, queries);
console.log('\nGiven to a run, of what is ranked (all requests):');
console.log(`  ${given.given.toFixed(1)} anchors, ${given.recall.toFixed(3)} of those wanted`);

const MANY = 2000;
const many = Array.from({ length: MANY }, (_, i) => {
  const anchor = anchors[i % anchors.length];
  if (!anchor) throw new Error('There are no labelled anchors.');
  const id = `A-2026-${i.toString(36).padStart(4, '0')}`;
  // Elsewhere in the repository, or most of them would be older Decisions on the same.
  const round = Math.floor(i / anchors.length);
  const text = anchor.text.replaceAll(/\b(packages|services|tools)\//g, `$1/${round}/`);
  return { ...anchor, id, text };
});
/** Of this process alone: other programs on the machine are not counted. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
let index = indexAnchors([], TODAY);
const loading = cpuMs(() => {
  index = indexAnchors(many, TODAY);
});
const ranking = cpuMs(() => {
  for (const query of queries) rank(index, query);
});
console.log(`\n${MANY} anchors, ${index.docs.length} of which count, in milliseconds of CPU:`);
console.log(`  loading   ${loading.toFixed(0)}`);
console.log(`  a request ${(ranking / queries.length).toFixed(2)}`);
