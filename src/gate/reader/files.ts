import type { LookUp } from '../../host/fs/look-up.ts';
import { above, absolute } from '../paths.ts';
import { STATE_FOLDER, type Held } from '../state.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Say } from './said.ts';
import type { Word } from './word.ts';

// A hook that takes too long is an open gate, so everything it looks at is bounded.
export const PATH_CAP = 4_096;
const FOLDERS_CAP = 32;
const WRITTEN_CAP = 500;
/** Paths that are looked up on the disk; each costs some 60 µs. */
const PATHS_CAP = 20_000;
export const TEXT_CAP = 256 * 1024;

/** The files around a command, in every folder it may stand in, with what it writes itself. */
export interface Files {
  look: LookUp;
  states: readonly Held[];
  autodevHome: string;
  /** Where it starts, then where it may have gone. */
  folders: readonly string[];
  /** It went to a folder that is not known. */
  lost: boolean;
  place(path: string, from: string): string;
  enter(w: Word): void;
  /** Takes one name from what may be looked at; false when there have been too many. */
  spend(): boolean;
  /** What a file holds; undefined for one that the command itself writes, so that what it holds now says nothing. */
  texts(named: string): (string | undefined)[];
  read(named: string): string | undefined;
  /** The command itself writes this file. */
  isFresh(named: string): boolean;
  wrote(w: Word, text?: string): void;
  /** Whether a folder of that name holds a workflow's state. */
  holdsState(named: string): boolean;
  isProgram(name: string): boolean;
}

export function openFiles(around: Surroundings, states: readonly Held[], start: string, say: Say): Files {
  const { look, home, path, autodevHome } = around;
  const folders = [start];
  const written = new Map<string, string | undefined>();
  let budget = PATHS_CAP;
  const place = (named: string, from: string) => absolute(from, named.replace(/^~(?=\/|$)/, home));
  const textAt = (file: string): [] | [string | undefined] => {
    if (written.has(file)) return [written.get(file)];
    if (written.has(above(file))) return [undefined];
    const found = look.target(file);
    const text = found?.kind === 'file' && found.size <= TEXT_CAP ? look.text(file) : undefined;
    return typeof text === 'string' ? [text] : [];
  };
  const files: Files = {
    look,
    states,
    autodevHome,
    folders,
    lost: false,
    place,
    enter: (w) => {
      if (w.doubt > 0) files.lost = true;
      if (w.doubt > 0 || w.text.startsWith('-') || w.text.length > PATH_CAP) return;
      for (const from of new Set([start, folders.at(-1) ?? start])) {
        const at = place(w.text, from);
        if (folders.includes(at)) continue;
        if (folders.length < FOLDERS_CAP) folders.push(at);
        else say('state', 'more changes of folder than can be followed');
      }
    },
    spend: () => {
      budget -= folders.length;
      return budget >= 0;
    },
    texts: (named) => folders.flatMap((from) => textAt(place(named, from))),
    read: (named) => files.texts(named).find((text) => text !== undefined),
    isFresh: (named) => files.texts(named).includes(undefined),
    wrote: (w, text) => {
      if (w.doubt > 0 || w.text.length > PATH_CAP || written.size > WRITTEN_CAP || !files.spend()) return;
      for (const from of folders) written.set(place(w.text, from), text);
    },
    holdsState: (named) =>
      folders.some((from) => look.entry(`${place(named, from)}/${STATE_FOLDER}`) !== undefined),
    isProgram: (name) =>
      path.split(':').some((folder) => folder !== '' && look.target(`${folder}/${name}`) !== undefined),
  };
  return files;
}
