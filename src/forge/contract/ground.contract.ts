import assert from 'node:assert/strict';
import { AutodevError, type ErrorCode } from '../../work/errors.ts';
import type { Forge } from '../forge.ts';

/** `actions` is GitHub Actions, whose check-runs are jobs. */
export type Who = 'owner' | 'reviewer' | 'app' | 'actions';

/** A forge to stand on: what every implementation gives to the table of scenarios. */
export interface Ground {
  /** The client under test, as the owner of the repositories and as a second person with write access. */
  owner: Forge;
  reviewer: Forge;
  logins: { owner: string; reviewer: string };
  /** One request as it is, for operations that the Forge interface has no method for. Never throws for a status. */
  call: (who: Who, route: string, params?: Record<string, unknown>) => Promise<HttpResponse>;
  /** A fresh repository with a README on `main`, where the reviewer may write. */
  repository: () => Promise<string>;
  /** What the runner of a job hands in as its log. */
  jobLog: (repo: string, job: number, text: string) => Promise<void>;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- the forge's JSON, looked into by assertions only
  data: any;
}

export interface Scenario {
  name: string;
  /** GitHub's operation ids that it calls. */
  operations: readonly string[];
  run: (ground: Ground) => Promise<void>;
}

export function at(repo: string): { owner: string; repo: string } {
  const [owner = '', name = ''] = repo.split('/');
  return { owner, repo: name };
}

/** Asks and insists on the status. */
export async function ask(
  ground: Ground,
  who: Who,
  route: string,
  params: Record<string, unknown>,
  status: number,
): Promise<HttpResponse> {
  const answer = await ground.call(who, route, params);
  assert.equal(
    answer.status,
    status,
    `${route} → ${answer.status} ${JSON.stringify(answer.data).slice(0, 300)}`,
  );
  return answer;
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Writes one file by the API; gives the commit. */
export async function put(
  ground: Ground,
  repo: string,
  branch: string,
  path: string,
  text: string,
  sha?: string,
): Promise<string> {
  const body = {
    ...at(repo),
    path,
    branch,
    message: `write ${path}`,
    content: base64(text),
    ...(sha === undefined ? {} : { sha }),
  };
  const answer = await ground.call('owner', 'PUT /repos/{owner}/{repo}/contents/{path}', body);
  assert.ok(
    [200, 201].includes(answer.status),
    `put ${path}: ${answer.status} ${JSON.stringify(answer.data)}`,
  );
  return String(answer.data.commit.sha);
}

/** A branch from main's tip with one more file; gives its tip. */
export async function branchWith(
  ground: Ground,
  repo: string,
  branch: string,
  path: string,
  text: string,
): Promise<string> {
  const tip = await ground.owner.branch(repo, 'main');
  await ask(
    ground,
    'owner',
    'POST /repos/{owner}/{repo}/git/refs',
    { ...at(repo), ref: `refs/heads/${branch}`, sha: tip },
    201,
  );
  return put(ground, repo, branch, path, text);
}

/** An open pull request with one added file of three lines. */
export async function openPull(
  ground: Ground,
  repo: string,
  branch = 'feature',
): Promise<{ number: number; sha: string }> {
  const sha = await branchWith(ground, repo, branch, `${branch}.txt`, 'one\ntwo\nthree\n');
  const pull = await ground.owner.createPull(repo, {
    title: `Add ${branch}`,
    body: 'words',
    head: branch,
    base: 'main',
  });
  return { number: pull.number, sha };
}

export async function fails(work: Promise<unknown>, code: ErrorCode, status?: number): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof AutodevError, String(error));
    assert.equal(error.code, code, `${error.code}: ${error.message}`);
    if (status !== undefined) assert.equal(error.data?.['status'], status);
    return true;
  });
}
