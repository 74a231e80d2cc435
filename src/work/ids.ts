import { AutodevError } from './errors.ts';

/** `{type}:{owner/repo}:{number}`, for example `issue:org/repo:42`. */
export type WorkId = string & { readonly brand: 'WorkId' };
/** The name of a flow: `issue`, `pr`, `merge`, and whatever else is registered. */
export type WorkType = string;

const REPO = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*)\/[A-Za-z0-9._-]+$/;
const WORK_TYPE = /^[a-z][a-z0-9-]{0,30}$/;
const WORK_ID = /^([a-z][a-z0-9-]{0,30}):([^:]+):([1-9][0-9]{0,9})$/;

export interface WorkIdParts {
  type: WorkType;
  repo: string;
  number: number;
}

/** Names are used in paths and branch names, so only checked characters pass. */
export function isRepoName(name: string): boolean {
  return REPO.test(name) && !name.split('/').some((part) => part === '.' || part === '..');
}

/** Work types are used in ids, paths and queries, so only checked names pass. */
export function isWorkType(name: string): boolean {
  return WORK_TYPE.test(name);
}

export function workId(type: WorkType, repo: string, number: number): WorkId {
  if (!isWorkType(type)) throw new AutodevError('invalid_input', `not a kind of work: ${type}`);
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
  const [, type, repo, number] = match ?? [];
  if (type === undefined || repo === undefined || !isRepoName(repo)) {
    throw new AutodevError('invalid_input', `not a work id: ${text}`, {
      hint: 'a work id looks like issue:owner/repo:42, pr:owner/repo:15 or merge:owner/repo:15',
    });
  }
  return { type, repo, number: Number(number) };
}

/** A run's key: work id + hash of the frozen input + attempt. */
export type RunId = string & { readonly brand: 'RunId' };

export function runId(work: WorkId, inputHash: string, attempt: number): RunId {
  return `${work}@${inputHash.slice(0, 16)}#${attempt}` as RunId;
}

/** The variable every process of a run carries, so that all of them can be found and ended. */
export const RUN_TAG = 'AUTODEV_RUN';
