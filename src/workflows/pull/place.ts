import { worktreeName } from '../engine/worktree-name.ts';

/** Where a pull request is reviewed and improved: made from its number alone. */
export const worktree = worktreeName('pr');
export const folderOf = ({ number }: { number: number }): string => worktree.folder(number);
export const localBranch = ({ number }: { number: number }): string => `autodev/pr-${number}`;
