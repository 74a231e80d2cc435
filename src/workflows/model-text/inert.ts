import { withoutSkips } from './skip-ci.ts';

/**
 * Prose as Markdown that renders the same and does nothing: no link, image, HTML, mention, reference, command or
 * trailer is left. Each rule holds both for what GitHub renders and for programs that read the text as it is written.
 */
export function inertProse(text: string): string {
  return inert(text, true);
}

/** The same for titles and messages, where only code spans are rendered. */
export function inertPlain(text: string): string {
  return inert(text, false);
}

const URL =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:|xmpp:)[^\s<>`"'|\])]*(?:\([^\s<>`"'|)]*\))?[^\s<>`"'|\]).,;:!?]*/gi;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** `org/repo@sha`, `org/repo#3`, `#3`, `GH-3`. */
const REFERENCE = /(?:[\w.-]+(?:\/[\w.-]+)?)?#\d+\b|\bGH-\d+\b|[\w.-]+\/[\w.-]+@[0-9a-f]{7,40}\b/gi;
const COMMIT = /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b/g;
const TOKEN = new RegExp(`${URL.source}|${EMAIL.source}|${REFERENCE.source}|${COMMIT.source}`, 'gi');

const TRAILER = new RegExp(
  String.raw`^([ \t>]*)((?:[a-z][a-z-]*-by|change-id|skip-checks|release-as|cc|bug|fixes|closes|refs|link` +
    '|signed-off|gitlab-ci|on-behalf-of)|BREAKING[ -]CHANGE)(?=:)',
  'gim',
);
/** What may stand before the first word of a line, a cell or an item that can be ticked off. */
const BEFORE = String.raw`^((?:[ \t>*+_~#|"'(-]|\\?\[[ x]?\])*(?:\d+[.)][ \t]*)?)`;
const COMMAND = new RegExp(String.raw`${BEFORE}\/(?=[a-z])`, 'gim');
/** `!test`, and `.deploy` as those write it who deploy by comments. */
const SHOUT = new RegExp(String.raw`${BEFORE}([!.])(?=[a-z])`, 'gim');
/** By these words releases are numbered. */
const VERSION = /(?<![\w&])#(?=(?:major|minor|patch|none)\b)|\+(?=semver:)/gi;
const BORS = /\b(bors|r)(?=[ \t]*[?+=](?:\s|$)|[ \t]+(?:r[+=-]|try|merge|ping|retry|delegate|d[+=]|p=))/gi;
const TASK = /^([ \t]*[-*+] )\\\[([ x])\]/gim;

function inert(text: string, markdown: boolean): string {
  // Escapes and entities would come out as the very characters that they stand for.
  let made = text.replaceAll(/\\([@#:./\w])/g, '$1');
  if (markdown) made = made.replaceAll(/&(?=#?\w{1,32};)/g, '&amp;');
  made = withoutSkips(made).replaceAll(VERSION, '$& ');
  made = apart(made.replaceAll(TRAILER, '$1`$2`'));
  made = apart(outsideCode(made, (part) => part.replaceAll(BORS, '`$1`')));
  made = apart(outsideCode(made, (part) => part.replaceAll(TOKEN, (token) => asCode(token))));
  made = outsideCode(made, (part) => {
    const called = part.replaceAll(/@(?=\w)/g, '`@`');
    if (!markdown) return called.replaceAll(/<(?=[!/?a-z])/gi, '‹');
    return called
      .replaceAll(/<(?=[!/?a-z])/gi, '&lt;')
      .replaceAll(/(\\*)\[/g, (found, before: string) => (before.length % 2 === 0 ? `${before}\\[` : found))
      .replaceAll(TASK, '$1[$2]');
  });
  made = made.replaceAll(COMMAND, markdown ? '$1\\/' : '$1`/`');
  return apart(made.replaceAll(SHOUT, markdown ? '$1\\$2' : '$1`$2`'));
}

/** Two code spans side by side would be none; a backslash before one would take its beginning away. */
export function apart(text: string): string {
  return text
    .replaceAll('``', '` `')
    .replaceAll(/(\\+)`/g, (found, before: string) => (before.length % 2 === 1 ? `${before}\\\`` : found));
}

function asCode(token: string): string {
  // Cut at the end where a sentence goes on.
  const end = /[.,;:!?]*$/.exec(token)?.[0] ?? '';
  const body = token.slice(0, token.length - end.length);
  return body === '' ? token : `\`${body}\`${end}`;
}

/** Only what our own rules have put into code so far: the text that comes in has no backticks that count. */
function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('');
}
