// Sentences say `wukong status`. Where nothing of that name is on the PATH, the words in its place are those that work.

/** What may follow: every command there is. Other sentences about Wukong stay as they are. */
export const TYPED_COMMANDS =
  'accept anchors answer archive audit classify completion config daemon doctor escalations evidence export fsck gates gc goal graph init log next off on order pause prove publish rebuild rehearse repair replay result resume rollback run show state stats status statusline submit switch team template thread trust uninstall why worker'.split(
    ' ',
  );

const TYPED = new RegExp(`(?<![\\w./@:-])wukong(?= (?:${TYPED_COMMANDS.join('|')})\\b)`, 'g');

export function inShell(text: string, command: () => string): string {
  return text.includes('wukong ') ? text.replaceAll(TYPED, command) : text;
}
