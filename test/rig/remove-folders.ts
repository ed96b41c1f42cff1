// Loaded before each test file: temporary folders go when it is done.

import { afterAll } from 'vitest';
import { removeTemporaryFolders } from '../evidence/temporary.ts';

afterAll(removeTemporaryFolders);
