import { worktreeName } from '../../engine/worktree-name.ts';

export const worktree = worktreeName('knowledge');
export const folderOf = ({ number }: { number: number }): string => worktree.folder(number);
/** A local name only: nothing is pushed from here. */
export const branchOf = ({ number }: { number: number }): string => `autodev/lessons-${number}`;
