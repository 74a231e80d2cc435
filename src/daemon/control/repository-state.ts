import type { RegisteredRepository } from '../../store/tables/repositories.ts';

/** Whether a repository is worked on, in the words that `status`, `why` and `retry` share. */
export type RepositoryState = 'enabled' | 'disabled' | 'taken_out' | 'removed';

export function repositoryState(known: RegisteredRepository | undefined): RepositoryState {
  if (known === undefined) return 'removed';
  if (known.enabled) return 'enabled';
  return known.origin === 'taken_out' ? 'taken_out' : 'disabled';
}

export const REPOSITORY_WORDS: Readonly<Record<RepositoryState, string>> = {
  enabled: 'is enabled',
  disabled: 'is disabled',
  taken_out: 'was taken out of config.yaml',
  removed: 'is not registered',
};

export function repositoryHint(state: Exclude<RepositoryState, 'enabled'>, name: string): string {
  if (state === 'disabled') return `autodev repo enable ${name}`;
  return state === 'taken_out'
    ? 'write it into config.yaml again, or autodev repo add URL'
    : 'autodev repo add URL';
}
