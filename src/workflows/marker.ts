import { redact } from '../host/redact.ts';

/** The hidden line by which we find what we wrote again. Its text is ours alone: ids and names of checked characters. */
export function marker(kind: string, key: string): string {
  return `<!-- autodev:${kind} ${key.replaceAll(/[^A-Za-z0-9._:/@#-]/g, '_')} -->`;
}

/** What is published, with our mark and without anything that looks like a secret. */
export function marked(body: string, mark: string): string {
  return `${redact(body.trim())}\n\n${mark}\n`;
}

/** Ours only when our own login wrote it: anybody can copy a marker. */
export function isOurs(
  entry: { author: string; body: string },
  mark: string,
  logins: readonly string[],
): boolean {
  return logins.includes(entry.author) && entry.body.includes(mark);
}

/** A text of ours without our marks. */
export function withoutMarks(body: string): string {
  return body.replaceAll(/<!-- autodev:[a-z-]+ [A-Za-z0-9._:/@#-]+ -->/g, '');
}
