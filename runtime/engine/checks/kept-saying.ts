// What a verdict came to, as a record can hold it.

import type { Saying } from '../../model/saying.ts';
import { type Redact, redactAll } from '../../privacy/redact.ts';

const MAX_CHARS = 300;
const MOST = 12;

/** Without secrets, and none of it larger than a record may be. */
export function keptSaying(saying: Saying, clean: Redact): Saying {
  const fewer =
    saying.is === 'shown'
      ? { ...saying, doubts: saying.doubts.slice(0, MOST) }
      : saying.is === 'installed'
        ? { ...saying, files: saying.files.slice(0, MOST) }
        : saying;
  return redactAll(fewer, (text) => clean(text).slice(0, MAX_CHARS));
}

/** Of what is shown: which cases show it, and what stands beside it. */
export function besideShown(saying: Saying | undefined, clean: Redact): { saying?: Saying } {
  if (saying?.is !== 'shown') return {};
  const isPlain = saying.limits.every(({ kind }) => kind === 'no-cases');
  const isBare = isPlain && saying.doubts.length === 0 && saying.cases.names.length === 0;
  return isBare ? {} : { saying: keptSaying(saying, clean) };
}
