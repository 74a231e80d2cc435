import { join } from 'node:path';
import { copyTree, restoreEntry, treeStamps } from '../../../host/fs/copy-tree.ts';
import { pathExists, readTextSync, stampOf } from '../../../host/fs/sync-files.ts';
import type { Files } from '../../../host/fs/host-files.ts';
import { RESULTS_FOLDER } from '../../../spec/compile/result.ts';
import { messageOf } from '../../../work/errors.ts';
import { isByProduct, isLeftover, mayChange, type Allowed, type Rules } from './rules.ts';

/** What differs from the working tree; null: deleted. */
export type ChangedFiles = Record<string, string | null>;

const LARGEST = 1024 * 1024;
const LARGEST_READ = 16 * LARGEST;

/** A copy of the working tree in which one module is built. */
export interface Scratch {
  path: string;
  read(path: string): string | undefined;
  /** Remembers how everything lies now; what is different afterwards is `collect`ed. */
  mark(): void;
  /** The changes that are allowed, on top of `kept`; everything else is undone and named. */
  collect(phase: 'red' | 'green', rules: Rules, kept: ChangedFiles): Promise<Collected>;
  put(changed: ChangedFiles): Promise<void>;
  /** Makes it again what it was with these changes. */
  goBack(to: ChangedFiles, from: ChangedFiles): Promise<void>;
}

export interface Collected {
  files: ChangedFiles;
  breaches: string[];
  /** Files that are there already and were put back. */
  skipped: string[];
}

export interface ScratchPlace {
  root: string;
  path: string;
  /** Whether installed packages may be linked to: nobody can write through the links. */
  linkInstalled: boolean;
}

/** Makes the copy anew and puts the changes of earlier steps into it. */
export async function openScratch(
  files: Files,
  { root, path, linkInstalled }: ScratchPlace,
  changed: ChangedFiles,
): Promise<Scratch> {
  await files.remove(path);
  await files.makeFolder(path, 0o700);
  // A module may be called like what programs leave behind.
  const isLeft = (inside: string) =>
    isLeftover(inside.slice(inside.lastIndexOf('/') + 1)) && !pathExists(join(root, inside, 'CLAUDE.md'));
  const isLeftOut = (inside: string) => inside === RESULTS_FOLDER || isLeft(inside);
  copyTree(root, path, { isLeftOut, linkInstalled });
  let stamps = new Map<string, string>();

  const put = async (wanted: ChangedFiles) => {
    for (const [name, text] of Object.entries(wanted)) {
      await files.remove(join(path, name));
      if (text !== null) await files.write(join(path, name), text);
    }
  };
  /** As it was before the session: an earlier step's text, else the working tree's. */
  const restore = async (name: string, kept: ChangedFiles) => {
    const text = kept[name];
    if (text === undefined) restoreEntry(root, path, name, linkInstalled);
    else await put({ [name]: text });
  };
  const touched = () => {
    const now = treeStamps(path, isLeft);
    const names = new Set([...stamps.keys(), ...now.keys()]);
    return [...names].filter((name) => stamps.get(name) !== now.get(name)).sort();
  };
  /** Why a change is undone; undefined when it is taken over. */
  const take = async (name: string, allowed: Allowed, into: ChangedFiles): Promise<string | undefined> => {
    const kind = await files.kind(join(path, name));
    if (kind !== undefined && kind !== 'file')
      return `${name} is a ${kind === 'other' ? 'special file' : kind}`;
    if (allowed === 'test') return `${name} is a test, which is read-only now`;
    if (allowed === 'spec') return `${name} is the specification`;
    if (allowed === 'outside') return `${name} is outside of the module`;
    try {
      const text = kind === undefined ? undefined : await files.read(join(path, name), { cap: LARGEST });
      if (text?.includes('\0') === true) return `${name} is not a text`;
      if (text === undefined && !pathExists(join(root, name))) delete into[name];
      else into[name] = text ?? null;
      return undefined;
    } catch (error) {
      return `${name}: ${messageOf(error)}`;
    }
  };
  await put(changed);
  return {
    path,
    // Tests write here: anything else than a file could keep a reader waiting for ever.
    read: (name) => {
      const file = join(path, name);
      return (stampOf(file)?.size ?? Number.POSITIVE_INFINITY) <= LARGEST_READ
        ? readTextSync(file)
        : undefined;
    },
    mark: () => void (stamps = treeStamps(path, isLeft)),
    put,
    collect: async (phase, rules, kept) => {
      const collected: Collected = { files: { ...kept }, breaches: [], skipped: [] };
      for (const name of touched()) {
        const allowed = mayChange(name, phase, rules);
        const why = allowed === 'kept' ? undefined : await take(name, allowed, collected.files);
        if (why !== undefined && !isByProduct(name)) collected.breaches.push(why);
        if (allowed === 'kept') collected.skipped.push(name);
        if (why !== undefined || allowed === 'kept') await restore(name, kept);
      }
      return collected;
    },
    goBack: async (to, from) => {
      for (const name of Object.keys({ ...from, ...to })) await restore(name, to);
    },
  };
}
