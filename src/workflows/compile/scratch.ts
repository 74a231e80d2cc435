import { join } from 'node:path';
import { copyTree, treeStamps } from '../../host/fs/copy-tree.ts';
import { pathExists, readTextSync } from '../../host/fs/sync-files.ts';
import type { Files } from '../../host/fs/host-files.ts';
import { messageOf } from '../../work/errors.ts';
import { isLeftover, mayChange, type Rules } from './rules.ts';

/** What differs from the working tree; null: deleted. */
export type ChangedFiles = Record<string, string | null>;

const LARGEST = 1024 * 1024;

/** A copy of the working tree in which one module is built. */
export interface Scratch {
  path: string;
  read(path: string): string | undefined;
  /** Remembers how everything lies now; what is different afterwards is `collect`ed. */
  mark(): void;
  /** The changes that are allowed, on top of `kept`; everything else is undone and named. */
  collect(phase: 'red' | 'green', rules: Rules, kept: ChangedFiles): Promise<Collected>;
  put(changed: ChangedFiles): Promise<void>;
}

export interface Collected {
  files: ChangedFiles;
  breaches: string[];
  /** Files that are there already and were put back. */
  skipped: string[];
}

/** Makes the copy anew and puts the changes of earlier steps into it. */
export async function openScratch(
  files: Files,
  root: string,
  path: string,
  changed: ChangedFiles,
): Promise<Scratch> {
  await files.remove(path);
  await files.makeFolder(path, 0o700);
  copyTree(
    root,
    path,
    (inside) => inside === '.claude/tmp' || isLeftover(inside.slice(inside.lastIndexOf('/') + 1)),
  );
  let stamps = new Map<string, string>();

  const put = async (wanted: ChangedFiles) => {
    for (const [name, text] of Object.entries(wanted)) {
      await files.remove(join(path, name));
      if (text !== null) await files.write(join(path, name), text);
    }
  };
  /** As it was before the session: an earlier step's text, else the working tree's. */
  const restore = async (name: string, kept: ChangedFiles) => {
    const text = name in kept ? kept[name] : (readTextSync(join(root, name)) ?? null);
    await put({ [name]: text ?? null });
  };
  await put(changed);
  return {
    path,
    read: (name) => readTextSync(join(path, name)),
    mark: () => void (stamps = treeStamps(path, isLeftover)),
    put,
    collect: async (phase, rules, kept) => {
      const now = treeStamps(path, isLeftover);
      const touched = [...new Set([...stamps.keys(), ...now.keys()])]
        .filter((name) => stamps.get(name) !== now.get(name))
        .sort();
      const collected: Collected = { files: { ...kept }, breaches: [], skipped: [] };
      for (const name of touched) {
        const undo = async (why: string) => {
          collected.breaches.push(why);
          await restore(name, kept);
        };
        const kind = await files.kind(join(path, name));
        const allowed = mayChange(name, phase, rules);
        if (kind !== undefined && kind !== 'file')
          await undo(`${name} is a ${kind === 'other' ? 'special file' : kind}`);
        else if (allowed === 'kept') {
          collected.skipped.push(name);
          await restore(name, kept);
        } else if (allowed === 'test') await undo(`${name} is a test, which is read-only now`);
        else if (allowed === 'spec') await undo(`${name} is the specification`);
        else if (allowed === 'outside') await undo(`${name} is outside of the module ${rules.dir}`);
        else
          try {
            const text =
              kind === undefined ? null : ((await files.read(join(path, name), { cap: LARGEST })) ?? null);
            if (text?.includes('\0') === true) await undo(`${name} is not a text`);
            else if (text === null && !pathExists(join(root, name))) delete collected.files[name];
            else collected.files[name] = text;
          } catch (error) {
            await undo(`${name}: ${messageOf(error)}`);
          }
      }
      return collected;
    },
  };
}
