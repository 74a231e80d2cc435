import { worktreeName } from '../engine/worktree-name.ts';

/** Where an issue's work is done: names made from its number alone. */
export const branchOf = ({ number }: { number: number }): string => `autodev/issue-${number}`;
export const worktree = worktreeName('issue');
export const folderOf = ({ number }: { number: number }): string => worktree.folder(number);
