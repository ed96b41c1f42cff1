type SpawnPlan =
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

type Start = Readonly<{
  command: readonly string[];
  /** One line for a shell instead of argv. */
  shell?: boolean | undefined;
  /** Words to put before it; `{tree}` and `{cwd}` in them are the folders. */
  wrapper?: readonly string[] | undefined;
  tree: string;
  cwd: string;
}>;

/** How to start a gate, with what a person wraps around all of them. */
export function startPlan(start: Start, platform: NodeJS.Platform): SpawnPlan {
  const plan = start.shell
    ? shellPlan(start.command, platform)
    : spawnPlan(start.command, platform);
  const [program, ...words] = (start.wrapper ?? []).map((word) =>
    word.replaceAll(/\{(tree|cwd)\}/g, (_all, name: 'tree' | 'cwd') => start[name]),
  );
  if (!plan.ok || program === undefined) return plan;
  // cmd.exe would read the words of the wrapper once more.
  if (plan.shell)
    return { ok: false, why: 'gate_wrapper cannot start what only cmd.exe can start' };
  return { ...plan, file: program, args: [...words, plan.file, ...plan.args] };
}

function shellPlan([line, ...more]: readonly string[], platform: NodeJS.Platform): SpawnPlan {
  if (line === undefined || line.trim() === '') return { ok: false, why: 'the command is empty' };
  if (more.length > 0) return { ok: false, why: 'a command for a shell is one line' };
  return platform === 'win32'
    ? { ok: true, file: line, args: [], shell: true }
    : { ok: true, file: '/bin/sh', args: ['-c', line], shell: false };
}

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
