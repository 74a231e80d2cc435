import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Ground } from '../../src/forge/contract/ground.contract.ts';
import { CONTRACT } from '../../src/forge/forge.contract.ts';
import { startEmulator, type Emulator } from '../support/forge-emulate.ts';
import { makeGround } from '../support/forge-ground.ts';
import { testHost } from '../support/host.ts';

/** What emulate 0.12.2 does not do, or does otherwise than GitHub. */
const SKIPPED: Record<string, string> = {
  'a repository is created once, read, listed, changed and deleted':
    'shows every token the rights of the owner',
  'a hidden repository is 404 to those outside, not 403': 'answers 403 for a hidden repository',
  'permission of the owner, a collaborator and a stranger': 'has no endpoint to check a collaborator',
  'an unknown token is forge_unauthorized': 'takes any token for a valid one',
  'a fork is made and a pull request comes from it': 'refuses a fork without a body',
  'webhooks are made, changed, pinged, listed and removed; the secret is not shown': 'ignores add_events',
  'an issue without a title is refused with the field that is missing': 'gives no errors[] with 422',
  'an unchanged list says so, yields its items and costs no quota': 'has no ETags',
  'comments of a whole repository are listed': 'takes "comments" for the number of an issue',
  'assignees are listed, added and removed': 'does not list assignees',
  'adding an unknown label creates it, grey': 'gives new labels a color of its own',
  'removing a label that is not there is success; of an issue that is not there it is not':
    'says "Not Found" for a missing label as for a missing issue',
  'the timeline holds events and comments': 'leaves comments out of the timeline',
  'a second pull request from the same branch, a missing head and a missing base are refused':
    'opens duplicates',
  'a branch without commits of its own cannot be proposed': 'has no git to tell',
  'the files and commits of a pull request are its own, not what the base did meanwhile': 'has no diffs',
  'a merge takes exactly the given SHA, keeps what only the base has, and says what it made':
    '422 instead of 409',
  'squash makes one commit with the given title; rebase keeps each': 'merges by making one commit, always',
  'a conflict is not mergeable and is refused with 405; the base does not move': 'knows no conflicts',
  'closing keywords close issues when the default branch takes the merge, not another branch':
    'knows no keywords',
  'the head branch is brought up to date with the base': 'has no diffs',
  'reviewers are asked and unasked; the author cannot be': 'lets the author be asked, answers 200',
  'an author can neither approve nor request changes, but may comment': 'lets authors approve',
  'requesting changes needs words': 'takes an empty request for changes',
  'line comments are stored with their review; one outside the diff refuses all of it': 'takes any line',
  'a pending review is changed, submitted or deleted; its comments are not seen before':
    'wants an event at once',
  'a single line comment is made, answered, changed and deleted': 'has no replies',
  'the newest commit status of each context counts; none at all combines to pending':
    'has no commit statuses',
  "a person's token cannot create a check-run": 'lets people create check-runs',
  'check-runs of an app are read beside statuses, and change as they end': 'has no commit statuses',
  'the history of a commit keeps every report of a check, of apps and of statuses, beside the newest that count':
    'has no commit statuses',
  'a status of a commit that is not there is refused, and its checks cannot be read':
    'has no commit statuses',
  'the output of a check-run is read on demand; annotations of later reports are added to the first':
    'does not end a run that has a conclusion',
  'a check-run ends with a conclusion, which only its own app gives': 'takes a completed run without one',
  'a check-run asked for again queues its suite and stays itself until its app reports':
    'has no commit statuses',
  'the end of a job’s log is read, and the job runs again as a new attempt, once at a time':
    'has no commit statuses',
  'a commit status has words and an address, keeps its history and cannot be run again':
    'has no commit statuses',
  'a thread holds its answers in order; an answer to an answer joins the first comment':
    'refuses line comments in a review',
  'after a push a comment follows its line; one whose line is gone is outdated and keeps where it stood':
    'refuses line comments in a review',
  'a comment may be on several lines or on a whole file; comments are listed since a time, newest first':
    'knows no first line of a comment',
  'who has reviewed is asked again, and the request stands until the next review':
    'keeps a request after the review',
  'a reaction to an issue, a comment or a review comment is there once, is listed and taken back':
    'refuses line comments in a review',
  'an issue waits for others by its dependencies; a cycle is refused, a closed one does not hold it':
    'has no dependencies',
  'sub-issues have one parent and an order; their progress is counted': 'has no sub-issues',
  'pull requests from a branch are found in every state, newest first':
    'does not close a pull request by the endpoint of issues',
  'a pull request is retargeted by hand, and when the merged branch below it is deleted': 'has no diffs',
  'a pull request whose base is deleted unmerged is closed': 'leaves it open',
  'who renamed, closed and opened an issue again is told; an edited body only moves its time':
    'has events of its own making',
  'refs are made, read, matched, moved and deleted': 'answers 404 for deleting a missing ref',
  'required checks of a protected branch are known and hold a merge back with 405': '422 instead of 405',
  'a push dismisses approvals where the branch asks for it, and the merge waits for a new one':
    '422 instead of 405',
};

describe('emulate, an independent GitHub emulator, keeps the contract with our client', () => {
  let emulator: Emulator;
  let ground: Ground;

  before(async () => {
    emulator = await startEmulator({
      tokens: {
        'token-of-the-owner': { login: 'dev', scopes: ['repo', 'delete_repo', 'admin:repo_hook'] },
        'token-of-the-reviewer': { login: 'reviewer', scopes: ['repo'] },
      },
      github: { users: [{ login: 'dev' }, { login: 'reviewer' }] },
    });
    ground = makeGround({
      host: testHost(),
      apiUrl: emulator.url,
      tokens: {
        owner: 'token-of-the-owner',
        reviewer: 'token-of-the-reviewer',
        app: 'token-of-the-owner',
        actions: 'token-of-the-owner',
      },
      logins: { owner: 'dev', reviewer: 'reviewer' },
      invite: async (call, repo) => {
        const [owner, name] = repo.split('/');
        const where = { owner, repo: name, username: 'reviewer', permission: 'push' };
        await call('owner', 'PUT /repos/{owner}/{repo}/collaborators/{username}', where);
      },
    });
  });
  after(() => emulator.close());

  for (const scenario of CONTRACT) {
    test(scenario.name, { skip: SKIPPED[scenario.name] ?? false }, () => scenario.run(ground));
  }

  test('every skip names a row that really fails here', async () => {
    const stale: string[] = [];
    for (const name of Object.keys(SKIPPED)) {
      const scenario = CONTRACT.find((row) => row.name === name);
      const failed =
        scenario === undefined
          ? false
          : await scenario.run(ground).then(
              () => false,
              () => true,
            );
      if (!failed) stale.push(name);
    }
    assert.deepEqual(stale, []);
  });
});
