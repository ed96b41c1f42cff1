// The line that makes a test file fail, in each language it is known for.

import { describe, expect, test } from 'vitest';
import { plantFault } from '../../runtime/evidence/seal/planted-fault.ts';

const WORD = 'WukongThrowsabc';

describe('a test file throws before anything else in it', () => {
  test.each([
    [
      'a.test.ts',
      'import "x";\n',
      `if (Date.now() > 0) throw new Error('${WORD}');\nimport "x";\n`,
    ],
    [
      'a.test.mjs',
      '#!/usr/bin/env node\nx();\n',
      `#!/usr/bin/env node\nif (Date.now() > 0) throw new Error('${WORD}');\nx();\n`,
    ],
    ['test_a.py', 'import a\n', `raise RuntimeError("${WORD}")\nimport a\n`],
    [
      'test_a.py',
      '# -*- coding: latin-1 -*-\nimport a\n',
      `# -*- coding: latin-1 -*-\nraise RuntimeError("${WORD}")\nimport a\n`,
    ],
    [
      'test_a.py',
      '"""Doc."""\nfrom __future__ import annotations\nimport a\n',
      `"""Doc."""\nfrom __future__ import annotations\nraise RuntimeError("${WORD}")\nimport a\n`,
    ],
    [
      'test_a.py',
      'from __future__ import (\n    annotations,\n)\nimport a\n',
      `from __future__ import (\n    annotations,\n)\nraise RuntimeError("${WORD}")\nimport a\n`,
    ],
    ['a_test.go', 'package a\n', `package a\n\nfunc init() { panic("${WORD}") }\n`],
    ['test_a.c', '#include "a.h"\n', `#error ${WORD}\n#include "a.h"\n`],
  ])('%s', (path, text, planted) => {
    expect(plantFault(path, text, WORD)).toBe(planted);
  });
});

test.each(['tests/a.rs', 'test/a.snap', 'test/Makefile', 'a.test'])(
  'nothing is put into %s, whose language is not known',
  (path) => {
    expect(plantFault(path, 'x\n', WORD)).toBeUndefined();
  },
);
