import { findSecrets, type SecretPlace } from '../../work/secrets/find.ts';
import type { SecretKeeper } from '../../work/secrets/keeper.ts';
import { addedTexts, type FoundSecret } from './secrets.ts';
import { findByRules } from './secret-rules.ts';

/** Stands for a file where it is the words of a commit that hold a secret. */
export const MESSAGE = 'commit message';

export const FILE_NAME = 'name of a file';

/** Looks through everything that leaves: patches, messages, titles, bodies, comments, names. */
export interface Scanner {
  places(text: string): Promise<SecretPlace[]>;
  /** The secrets that a patch adds, by file and line. */
  patch(patch: string): Promise<FoundSecret[]>;
  /** The same, and those in what the commits say. */
  published(leaving: { text: string; messages: string }): Promise<FoundSecret[]>;
}

export function openScanner(keeper: SecretKeeper): Scanner {
  const places = async (text: string): Promise<SecretPlace[]> => {
    const own = findSecrets(text, { held: keeper.all() });
    const theirs = await findByRules(text);
    const known = (place: SecretPlace) =>
      own.some(({ index, length }) => place.index < index + length && index < place.index + place.length);
    return [...own, ...theirs.filter((place) => !known(place))];
  };
  const scanPatch = async (patch: string): Promise<FoundSecret[]> => {
    const found = new Map<string, FoundSecret>();
    for (const { path, text, lines } of addedTexts(patch)) {
      for (const { kind, index } of await places(text)) {
        const line = lines[lineAt(text, index) - 1] ?? 0;
        found.set(`${kind}\0${path}\0${line}`, { kind, path, line });
      }
      for (const { kind } of await places(path)) found.set(kind, { kind, path: FILE_NAME, line: 0 });
    }
    return [...found.values()];
  };
  return {
    places,
    patch: scanPatch,
    published: async ({ text, messages }) => {
      const said = (await places(messages)).map(({ kind }) => ({ kind, path: MESSAGE, line: 0 }));
      return [...(await scanPatch(text)), ...said.slice(0, 1)];
    },
  };
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
