import type { SimpleCommand } from './simple-command.ts';
import type { TreeView } from './tree-view.ts';

// `npm test` says what ran only while `npm` means npm. What gives its name another meaning, or makes the
// program it names do nothing, is found here. Not a boundary: what holds is the gate the runtime runs.

/** Builtins after which a name may mean something else, or an exit code come from somewhere else. */
const CHANGES_NAMES = /^(?:alias|unalias|hash|enable|trap|eval|coproc|fc|bind|complete)(?:\s|$)/;
/** Variables that name a program or a file which everything started then loads. */
const ALWAYS: ReadonlySet<string> = new Set(
  'LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV ENV PROMPT_COMMAND SHELL RUSTC_WRAPPER PYTHONHOME'.split(
    ' ',
  ),
);
/** Variables with options for the program, and the options that change what it runs. */
const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['NODE_OPTIONS', /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)(?:[\s=]|$)/],
  ['MAKEFLAGS', /(?:^|\s)-?[a-z]*[nqti]|--(?:dry-run|just-print|question|touch|ignore-errors)/],
  ['GOFLAGS', /-(?:run|list|exec|n|toolexec)\b/],
  ['PYTEST_ADDOPTS', /--(?:co\b|collect-only|ignore|deselect)|(?:^|\s)-[km]/],
  ['RUBYOPT', /(?:^|\s)-r/],
  ['PERL5OPT', /(?:^|\s)-M/],
  ['JAVA_TOOL_OPTIONS', /-javaagent/],
  ['MAVEN_ARGS', /-DskipTests|-Dmaven\.test\./],
  ['MAVEN_OPTS', /-DskipTests|-Dmaven\.test\./],
]);
const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm|var\/folders)(?:\/|$)/;
/** What sets up the tools of a project before they are used. */
const SETS_UP =
  /^(?:source|\.)\s+["']?[^\s"']*(?:\/|^|\s["']?)(?:activate|nvm\.sh|asdf\.sh|emsdk_env\.sh|\.cargo\/env|rvm|\.bashrc|\.bash_profile|\.profile|\.zshrc)["']?$|^(?:nvm|fnm|asdf|mise|pyenv|rbenv|volta|sdk|conda)\s+(?:use|activate|shell|exec|install)\b/;

/** Whether a command only chooses the versions that the next ones use. */
export function setsUpTools(text: string): boolean {
  return SETS_UP.test(text) && !/\s["']?\/(?:tmp|var\/tmp|dev\/shm)\//.test(text);
}

/** Whether what comes after this command may not be what it is called. */
export function shadows(command: SimpleCommand, tree: TreeView, folder: string): boolean {
  if (CHANGES_NAMES.test(command.text)) return true;
  if (command.name === 'source' || command.name === '.') return !setsUpTools(command.text);
  const set = [...command.env];
  if (command.name === 'export' || command.name === 'declare' || command.name === 'typeset') {
    for (const word of command.args) {
      const at = word.indexOf('=');
      if (at > 0) set.push([word.slice(0, at), word.slice(at + 1)]);
    }
  }
  return set.some(([name, value]) => isShadow(name, value, tree, folder));
}

/** Whether a program outside the tree lies where tools are installed. */
export function isToolPath(path: string): boolean {
  return !TEMPORARY.test(path) && /[\\/]s?bin[\\/][^\\/]+$|^[A-Za-z]:[\\/]Program Files/.test(path);
}

function isShadow(name: string, value: string, tree: TreeView, folder: string): boolean {
  if (ALWAYS.has(name) || /^npm_config_(?:script_shell|ignore_scripts|dry_run)$/i.test(name)) {
    return true;
  }
  const options = OPTIONS.get(name);
  if (options !== undefined) return options.test(value);
  if (name === 'PATH') return value.split(':').some((entry) => !isToolFolder(entry, tree, folder));
  if (name === 'PYTHONPATH' || name === 'NODE_PATH') {
    return value.split(':').some((entry) => !isOwnFolder(entry, tree, folder));
  }
  return false;
}

/** In the tree, or a folder of installed programs. */
function isToolFolder(entry: string, tree: TreeView, folder: string): boolean {
  if (/^\$\{?PATH\}?$/.test(entry)) return true;
  const plain = entry.replace(/^\$\{?PWD\}?(?=\/|$)/, folder);
  const path = tree.from(folder, plain.replace(/^(?:\$\{?HOME\}?|~)(?=\/)/, '/home/x'));
  if (path === undefined) return /^\$\(.*\)(?:\/bin)?$/.test(entry);
  const below = tree.below(path);
  // A folder of the tree must be one where installers put programs.
  if (below !== undefined) return /(?:^|\/)s?bin$|(?:^|\/)\.bin$|(?:^|\/)Scripts$/.test(below);
  return isToolPath(`${path}/x`);
}

function isOwnFolder(entry: string, tree: TreeView, folder: string): boolean {
  if (entry === '' || /^\$\{?(?:PYTHONPATH|NODE_PATH)\}?/.test(entry)) return true;
  const path = tree.from(folder, entry.replace(/^\$\{?PWD\}?(?=\/|$)/, folder));
  return path !== undefined && tree.below(path) !== undefined;
}
