// Of what a command printed, the line that says most of why it failed; and whether words name something that only a
// person can bring: a variable that is not set, a secret.

import { plainText } from './terminal-text.ts';

/** What a secret is called, as words or as part of a variable's name. */
const SECRET =
  /\b(?:credentials?|secrets?|passwords?|passphrases?|api[ _-]?keys?|access[ _-]?keys?|private[ _-]?keys?|(?:access|auth|bearer|api)[ _-]?tokens?)\b|密钥|凭证|凭据|密码|口令|令牌/i;
const SECRET_NAME =
  /\b[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIALS?)\b/;

/** That it is not there. */
const LACKING =
  /\b(?:missing|not set|unset|undefined|not (?:found|defined|configured|provided|there)|is required|must be set|no such|without|needs?|lacks?|where is|which|what is|expired|invalid)\b|未设置|没有设置|缺少|缺失|未定义|在哪|需要/i;

const VARIABLE =
  /(?:\b(?:environment )?variable\b|环境变量|process\.env\.|\bos\.environ\b|\$)[\s`"'[{(]*[A-Z][A-Z0-9_]{2,}|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b[`"']?\s*(?:is |was )?(?:not set|unset|undefined|missing|required|未设置)/;

export function namesCredential(texts: readonly string[]): boolean {
  return texts.some(
    (text) =>
      LACKING.test(text) && (SECRET.test(text) || SECRET_NAME.test(text) || VARIABLE.test(text)),
  );
}

/** An error with what it says. */
const SAYS = /\b\w*(?:Error|Exception)\b\W*: +\S|\bpanicked at\b/;
/** What fails, by its name: no heading of a list. */
const FAILS = /^(?:not ok|error|fatal|fail|[✖✗✘×])(?!\w*:$)/i;

/** The line that names what is not there, else the last that says an error, else the first that names what fails. */
export function tellingLine(output: string): string | undefined {
  const lines = plainText(output)
    .split('\n')
    .flatMap((line) => line.trim() || []);
  return (
    lines.findLast((line) => namesCredential([line])) ??
    lines.findLast((line) => SAYS.test(line)) ??
    lines.find((line) => FAILS.test(line)) ??
    lines.at(-1)
  );
}
