/** The folder of an item's worktree, and the way back from the folder to the item. */
export interface WorktreeName {
  folder(number: number): string;
  /** Undefined: no folder of this flow. */
  number(folder: string): number | undefined;
}

/** `issue-42`: made from the number alone, never from text that others wrote. */
export function worktreeName(prefix: string): WorktreeName {
  return {
    folder: (number) => `${prefix}-${number}`,
    number: (folder) => {
      const digits = folder.startsWith(`${prefix}-`) ? folder.slice(prefix.length + 1) : '';
      return /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : undefined;
    },
  };
}

/** A folder that some flow may have named; no other is made or removed as a worktree. */
export function isWorktreeName(folder: string): boolean {
  return /^[a-z][a-z0-9-]*-[1-9][0-9]*$/.test(folder);
}
