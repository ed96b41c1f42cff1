// Sentences say `wukong status` and `/wukong_fix`. Where nothing of that name is on the PATH, or the plugin has other
// names, the words in its place are those that work.

/** What may follow: every command there is. Other sentences about Wukong stay as they are. */
export const TYPED_COMMANDS =
  'accept anchors answer archive audit classify completion config daemon doctor escalations evidence export fsck gates gc goal graph init log next off on order pause prove publish rebuild rehearse repair replay result resume rollback run show state stats status statusline submit switch team template thread trust uninstall why worker'.split(
    ' ',
  );

const TYPED = new RegExp(`(?<![\\w./@:-])wukong(?= (?:${TYPED_COMMANDS.join('|')})\\b)`, 'g');

export function inShell(text: string, command: () => string): string {
  return text.includes('wukong ') ? text.replaceAll(TYPED, command) : text;
}

/** Commands in a text as a person types them where they come from the plugin. Paths stay. */
export function withPluginNames(text: string): string {
  return text
    .replaceAll(/(?<![\w./-])\/wukong_(?=[a-z<*])/g, '/wukong:')
    .replaceAll(/(?<![\w./-])\/wukong(?= <)/g, '/wukong:do');
}

/** Both, as a person types them in a clone; `command`: what starts Wukong in a shell there. */
export function asTypedHere(text: string, isPlugin: boolean, command: () => string): string {
  return inShell(isPlugin ? withPluginNames(text) : text, command);
}
