// Loaded before each file of `npm test` that starts processes: of a file of which test/sets.ts names single tests,
// the others are skipped.

import { beforeEach } from 'vitest';
import { CORE } from '../sets.ts';

beforeEach(({ task, skip }) => {
  const path = task.file.filepath.replaceAll('\\', '/');
  const titles = CORE[path.slice(path.lastIndexOf('/test/') + 1)];
  if (Array.isArray(titles)) skip(!titles.some((title) => task.name.includes(title)));
});
