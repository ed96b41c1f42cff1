// Words from outside on their way to a person: what steers a terminal, hides text or turns it around does
// not get through. Line ends and tabs do.

/** Control characters of both sets, signs of no width, and those that change the direction of text. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

export function visible(text: string): string {
  return text.replaceAll(UNSEEN, '');
}

/** JSON says the same without showing them. */
export function visibleJson(json: string): string {
  return json.replaceAll(
    UNSEEN,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
