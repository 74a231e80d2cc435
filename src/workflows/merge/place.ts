import { worktreeName } from '../engine/worktree-name.ts';

/** Where conflicts of a merge are resolved: made from its number alone. */
export const worktree = worktreeName('merge-pr');
export const folderOf = ({ number }: { number: number }): string => worktree.folder(number);
