/**
 * What a command does: changes files; finishes (commit, push, gh pr); is not known and may change files; cannot be told
 * at all; touches the workflow's own state, which no agent may.
 */
export type Kind = 'write' | 'finish' | 'program' | 'opaque' | 'state';
export type Say = (kind: Kind, what: string) => void;
