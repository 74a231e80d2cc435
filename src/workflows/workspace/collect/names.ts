import { shown } from '../../../host/fs/inside.ts';

/** GitHub takes no longer ones, and other file systems less. */
const LONGEST_PATH = 1_024;
const LONGEST_NAME = 255;
/** Characters that HFS+ leaves out when it compares names. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** With these people read another name than programs do. */
const TURNED = /[\u202a-\u202e\u2066-\u2069]/u;

/** As file systems that fold fold: also a long s, a dotless i and what they leave out. */
const caseless = (name: string): string =>
  name.normalize('NFC').replaceAll(IGNORED_BY_HFS, '').toUpperCase().toLowerCase();

/** Why a new path may not be committed: git or a file system would take its name for another one. */
export function nameProblem(path: string): string | undefined {
  const text = shown(path);
  if (path.length > LONGEST_PATH || path.split('/').some((name) => name.length > LONGEST_NAME))
    return 'its name is too long';
  if (text.includes('\ufffd') && !path.includes('\u00ef\u00bf\u00bd')) return 'its name is not UTF-8';
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'its name has control characters';
  if (TURNED.test(text)) return 'its name has characters that turn the direction of writing';
  // Windows takes a backslash for a slash.
  if (text.split(/[/\\]/).some(isGitFolder))
    return 'its name is that of a git repository for some file system';
  return undefined;
}

/** NTFS drops dots and spaces at the end, and takes what follows a colon for a stream of the file. */
const onNtfs = (name: string): string => name.replace(/:.*$/s, '').replace(/[. ]+$/, '');

/** Whether a name is `.git` to git, NTFS or HFS+. */
export function isGitFolder(name: string): boolean {
  const plain = caseless(name);
  const ntfs = onNtfs(plain);
  return plain === '.git' || ntfs === '.git' || ntfs === 'git~1';
}

/** A path as the file system that folds most would find it; to Windows a backslash is a slash. */
export const foundAs = (path: string): string =>
  caseless(path.normalize('NFKC')).split(/[/\\]/).map(onNtfs).join('/');

/** The same for names that a file system without upper and lower case takes for one. */
export const folded = (path: string): string => caseless(shown(path));

/** A path and the folders above it. */
export function* withParents(path: string): Generator<string> {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) yield path.slice(0, end);
  yield path;
}
