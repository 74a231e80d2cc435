import type { Identity } from '../../host/git/git.ts';

/** Who our commits are by. */
export const IDENTITY: Identity = { name: 'autodev', email: 'autodev@localhost' };
