import { AutodevError } from './errors.ts';

/** `{type}:{owner/repo}:{number}`, for example `issue:org/repo:42`. */
export type WorkId = string & { readonly brand: 'WorkId' };
export type WorkType = 'issue' | 'pr' | 'merge';

const REPO = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*)\/[A-Za-z0-9._-]+$/;
const WORK_ID = /^(issue|pr|merge):([^:]+):([1-9][0-9]{0,9})$/;

export interface WorkIdParts {
  type: WorkType;
  repo: string;
  number: number;
}

/** Names are used in paths and branch names, so only checked characters pass. */
export function isRepoName(name: string): boolean {
  return REPO.test(name) && !name.split('/').some((part) => part === '.' || part === '..');
}

export function workId(type: WorkType, repo: string, number: number): WorkId {
  if (!isRepoName(repo)) throw new AutodevError('invalid_input', `not a repository name: ${repo}`);
  if (!Number.isInteger(number) || number < 1) {
    throw new AutodevError('invalid_input', `not an issue or pull request number: ${number}`);
  }
  return `${type}:${repo}:${number}` as WorkId;
}

export function isWorkId(text: string): text is WorkId {
  return WORK_ID.test(text);
}

export function parseWorkId(text: string): WorkIdParts {
  const match = WORK_ID.exec(text);
  const repo = match?.[2];
  if (match === null || repo === undefined || !isRepoName(repo)) {
    throw new AutodevError('invalid_input', `not a work id: ${text}`, {
      hint: 'a work id looks like issue:owner/repo:42, pr:owner/repo:15 or merge:owner/repo:15',
    });
  }
  return { type: match[1] as WorkType, repo, number: Number(match[3]) };
}

/** A run's key: work id + hash of the frozen input + attempt. */
export type RunId = string & { readonly brand: 'RunId' };

export function runId(work: WorkId, inputHash: string, attempt: number): RunId {
  return `${work}@${inputHash.slice(0, 16)}#${attempt}` as RunId;
}

/** The variable every process of a run carries, so that all of them can be found and ended. */
export const RUN_TAG = 'AUTODEV_RUN';
