import { SECRET_SHAPES } from '../work/secret-shapes.ts';

/** Where something that looks like a secret was added. Never the secret itself: this is journaled and published. */
export interface FoundSecret {
  kind: string;
  path: string;
  line: number;
}

/** In a patch a key begins on one line and ends on another; its beginning is enough. */
const KEY_BEGINS = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
/** Written in documents and tests instead of a password, or filled in later. */
const PLACEHOLDER = /^(?:pass(?:word|wd)?|secret|token|changeme|example|x+|\*+|\.+|[$%{[(].*)$/i;
const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The secrets that a patch adds, as git prints it (one difference, or those of several commits). Pure. */
export function addedSecrets(patch: string): FoundSecret[] {
  const found = new Map<string, FoundSecret>();
  let path = '';
  let line = 0;
  // A line of the file may look like one of git's headers; only the counts tell where a hunk ends.
  let before = 0;
  let after = 0;
  for (const text of patch.split('\n')) {
    if (before <= 0 && after <= 0) {
      const hunk = HUNK.exec(text);
      if (hunk !== null) {
        before = Number(hunk[1] ?? 1);
        line = Number(hunk[2]);
        after = Number(hunk[3] ?? 1);
      } else if (text.startsWith('+++ ')) path = pathOf(text.slice(4));
      continue;
    }
    const mark = text[0];
    if (mark === '\\') continue;
    if (mark === '+') {
      for (const kind of kindsIn(text.slice(1))) found.set(`${kind}\0${path}\0${line}`, { kind, path, line });
    }
    if (mark !== '+') before -= 1;
    if (mark !== '-') {
      after -= 1;
      line += 1;
    }
  }
  return [...found.values()];
}

function kindsIn(line: string): Set<string> {
  const kinds = new Set(KEY_BEGINS.test(line) ? ['private key'] : []);
  for (const { kind, pattern } of SECRET_SHAPES) {
    for (const [secret] of line.matchAll(pattern)) if (!PLACEHOLDER.test(secret)) kinds.add(kind);
  }
  return kinds;
}

function pathOf(name: string): string {
  const plain = /^"(.*)"\t?$/.exec(name)?.[1] ?? name.replace(/\t$/, '');
  return plain.replace(/^b\//, '');
}
