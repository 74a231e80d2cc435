import { worktreeName } from '../../engine/worktree-name.ts';

export const worktree = worktreeName('report');
export const folderOf = ({ number }: { number: number }): string => worktree.folder(number);
/** Never scanned, never merged without a person. */
export const branchOf = ({ number }: { number: number }): string => `autodev/knowledge-${number}`;
