import { findSecrets, type SecretPlace } from '../../work/secrets/find.ts';
import type { SecretKeeper } from '../../work/secrets/keeper.ts';
import { addedTexts, type FoundSecret } from './secrets.ts';
import { findByRules } from './secret-rules.ts';
import { TooMuchPacked, unpackedTexts } from './unpack.ts';

/** Stands for a file where it is the words of a commit that hold a secret. */
export const MESSAGE = 'commit message';

export const FILE_NAME = 'name of a file';

/** Looks through everything that leaves: patches, messages, titles, bodies, comments, names. */
export interface Scanner {
  places(text: string): Promise<SecretPlace[]>;
  /** The secrets that a patch adds, by file and line. */
  patch(patch: string): Promise<FoundSecret[]>;
  /** The same, and those in what the commits say, in names, and in files that hold others. */
  published(leaving: Leaving): Promise<FoundSecret[]>;
}

export interface Leaving {
  text: string;
  messages: string;
  names?: string;
  files?: readonly { path: string; content: Buffer }[];
}

const UNSEEN = 'packed file that is too large to be looked through';

export function openScanner(keeper: SecretKeeper): Scanner {
  const places = async (given: string): Promise<SecretPlace[]> => {
    // Wide characters (UTF-16) are plain ones with zeros between them.
    const text = given.replaceAll('\0', '');
    const own = findSecrets(text, { held: keeper.all() });
    const theirs = await findByRules(text);
    const known = (place: SecretPlace) =>
      own.some(({ index, length }) => place.index < index + length && index < place.index + place.length);
    return [...own, ...theirs.filter((place) => !known(place))];
  };
  const scanPatch = async (patch: string): Promise<FoundSecret[]> => {
    const found = new Map<string, FoundSecret>();
    for (const { path, text: given, lines } of addedTexts(patch)) {
      const text = given.replaceAll('\0', '');
      for (const { kind, index } of await places(text)) {
        const line = lines[lineAt(text, index) - 1] ?? 0;
        found.set(`${kind}\0${path}\0${line}`, { kind, path, line });
      }
      for (const { kind } of await places(path)) found.set(kind, { kind, path: FILE_NAME, line: 0 });
    }
    return [...found.values()];
  };
  const packed = async (path: string, content: Buffer): Promise<FoundSecret[]> => {
    try {
      for (const text of unpackedTexts(content))
        for (const { kind } of await places(text)) return [{ kind, path, line: 0 }];
      return [];
    } catch (error) {
      if (error instanceof TooMuchPacked) return [{ kind: UNSEEN, path, line: 0 }];
      throw error;
    }
  };
  return {
    places,
    patch: scanPatch,
    published: async ({ text, messages, names = '', files = [] }) => {
      const said = (await places(messages)).map(({ kind }) => ({ kind, path: MESSAGE, line: 0 }));
      const named = (await places(names)).map(({ kind }) => ({ kind, path: FILE_NAME, line: 0 }));
      const found = await scanPatch(text);
      for (const { path, content } of files) found.push(...(await packed(path, content)));
      return [...found, ...said.slice(0, 1), ...named.slice(0, 1)];
    },
  };
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
