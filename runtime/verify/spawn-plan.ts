export type SpawnPlan =
  | Readonly<{ ok: true; file: string; args: readonly string[]; shell: boolean }>
  | Readonly<{ ok: false; why: string }>;

const CMD_SCRIPTS: ReadonlySet<string> = new Set([
  'npm',
  'npx',
  'pnpm',
  'pnpx',
  'yarn',
  'corepack',
]);

/**
 * How to start a gate's argv. Everywhere but on Windows: as it is, without a shell. There npm and its
 * kin are `.cmd` scripts, which Node starts only through cmd.exe (CVE-2024-27980), and cmd.exe would
 * read the arguments once more: so only arguments it can't misread are let through.
 */
export function spawnPlan(command: readonly string[], platform: NodeJS.Platform): SpawnPlan {
  const [program, ...args] = command;
  if (program === undefined || program === '') return { ok: false, why: 'the command is empty' };
  if (platform !== 'win32' || !(CMD_SCRIPTS.has(program) || /\.(?:cmd|bat)$/i.test(program))) {
    return { ok: true, file: program, args, shell: false };
  }
  const file = CMD_SCRIPTS.has(program) ? `${program}.cmd` : program;
  const odd = [file, ...args].find((word) => !/^[\w@+=:,./\\-]+$/.test(word));
  return odd === undefined
    ? { ok: true, file, args, shell: true }
    : { ok: false, why: `"${odd}" cannot be passed to ${file} safely` };
}
