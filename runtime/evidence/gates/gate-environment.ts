// What a gate's process sees. Hooks run with the client's own environment, API keys included, and a
// test suite is other people's code: so names are let through one by one.

const PASSED_ON: ReadonlySet<string> = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM TMPDIR TMP TEMP ' +
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA ' +
    'PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE OS ' +
    'WUKONG_DEPTH'
  ).split(' '),
);

/** `named` is what the local configuration allows in addition; it wins. */
export function gateEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  named: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const passed = Object.entries(inherited).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    const upper = name.toUpperCase();
    return value !== undefined && (PASSED_ON.has(upper) || upper.startsWith('LC_'));
  });
  return { ...Object.fromEntries(passed), CI: '1', ...named };
}
