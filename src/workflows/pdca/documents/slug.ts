import { AutodevError } from '../../../work/errors.ts';

const LONGEST = 48;
/** Names that mean something to git or to a file system. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|head|.*\.lock)$/i;

/** A feature's name as part of file and branch names, from the task's own words (Korean ones too). */
export function slugOf(task: string): string {
  const words = task
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  const cut = cutAtWord(words);
  return cut === '' || RESERVED.test(cut) ? `task-${cut}`.replace(/-$/, '') : cut;
}

function cutAtWord(words: string): string {
  const letters = Array.from(words);
  if (letters.length <= LONGEST) return words;
  const head = letters.slice(0, LONGEST).join('');
  const last = head.lastIndexOf('-');
  return (letters[LONGEST] === '-' || last < LONGEST / 2 ? head : head.slice(0, last)).replace(/-+$/, '');
}

export const isFeature = (name: string): boolean =>
  name !== '' && Array.from(name).length <= LONGEST && slugOf(name) === name;

/** `--feature`: it goes into paths and branch names, so only a name that needs no change is taken. */
export function checkedFeature(given: string): string {
  // A file system may hand out the same letters taken apart.
  const name = given.normalize('NFC');
  if (isFeature(name)) return name;
  throw new AutodevError('invalid_input', `not a feature name: ${JSON.stringify(name.slice(0, 80))}`, {
    why: 'it becomes part of file and branch names: lower-case letters, digits and single hyphens, at most 48',
    hint: `--feature ${slugOf(name)}`,
  });
}
