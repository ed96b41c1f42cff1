// `wukong/prove.json` of the git directory: checks a person let run once for `wukong prove` in this clone.

import * as z from 'zod';

export const proveFileSchema = z.object({
  version: z.literal(1),
  checks: z.array(
    z.object({
      command: z.array(z.string()),
      cwd: z.string().optional(),
      shell: z.boolean().optional(),
    }),
  ),
});
