import { redact } from '../host/log/redact.ts';
import { capped, LONGEST_BODY } from './model-text/capped.ts';
import { ours, type Publishable } from './model-text/publishable.ts';

/** The hidden line by which we find what we wrote again. Its text is ours alone: ids and names of checked characters. */
export function marker(kind: string, key: string): string {
  return `<!-- autodev:${kind} ${key.replaceAll(/[^A-Za-z0-9._:/@#-]/g, '_')} -->`;
}

/** What is published, with our mark, without anything that looks like a secret, and no longer than the forge takes. */
export function marked(body: Publishable, mark: string): string {
  const clean = ours(redact(body.trim()));
  return `${capped(clean, LONGEST_BODY - mark.length - 3)}\n\n${mark}\n`;
}

/** A remark in a review, which carries no mark of its own. */
export function remark(body: Publishable): string {
  return capped(ours(redact(body.trim())), LONGEST_BODY);
}

/** Ours only when our own login wrote it: anybody can copy a marker. */
export function isOurs(
  entry: { author: string; body: string },
  mark: string,
  logins: readonly string[],
): boolean {
  return logins.includes(entry.author) && entry.body.includes(mark);
}

const LAST_LINE = /<!-- autodev:[a-z-]+ [^\n>]+ -->\s*$/;

/**
 * Whether the program wrote it. The login alone says nothing: with the usual first set-up the daemon uses the person's
 * own token, and what they say themselves has to count as theirs. Ours end with a mark; a person's text that quotes one
 * goes on after it.
 */
export function isOwnText(
  { author, body }: { author: string; body: string },
  logins: readonly string[],
): boolean {
  return logins.includes(author) && LAST_LINE.test(body);
}

/** A text of ours without our marks. */
export function withoutMarks(body: string): string {
  return body.replaceAll(/<!-- autodev:[a-z-]+ [A-Za-z0-9._:/@#-]+ -->/g, '');
}
