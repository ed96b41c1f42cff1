import type { MemoryFact } from '../../model/facts/memory.ts';
import { type Meanings, ON_RECORD } from './meaning.ts';

export const MEMORY_MEANINGS: Meanings<MemoryFact> = {
  'summary.written': ON_RECORD,
  'anchors.proposed': ON_RECORD,
  'checkpoint.written': ON_RECORD,
};
