import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Forge } from '../../forge/forge.ts';
import type { RepoSettings } from '../engine/settings.ts';
import { Dropped } from '../engine/stops/interruptions.ts';
import { refuseForeignBranch } from './pushable.ts';

const repo = 'org/app';

interface Now {
  protects?: string;
  stacked?: string;
  pull?: object;
  /** Who has our trust. */
  trusts?: readonly string[];
}

/** What is asked at the moment of the push. */
function asked(now: Now = {}): Parameters<typeof refuseForeignBranch>[0] {
  const forge = {
    repository: async () => ({ defaultBranch: 'main' }),
    isProtected: async (_repo: string, branch: string) => branch === now.protects,
    pullsInto: async (_repo: string, base: string) => (base === now.stacked ? [{ number: 9 }] : []),
    pull: async () => ({
      repo,
      author: 'ann',
      state: 'open',
      head: { repo, ref: 'topic', sha: 'x', owner: 'ann' },
      ...now.pull,
    }),
  } as unknown as Forge;
  const settings = { trusted: { permission: 'write' } } as unknown as RepoSettings;
  return { forge, settings, trusts: async (login) => (now.trusts ?? ['ann']).includes(login) };
}

describe('a push', () => {
  test('goes to a branch of ours, or to the head of the pull request that is worked on', async () => {
    await refuseForeignBranch(asked(), { repo, branch: 'autodev/issue-42' });
    await refuseForeignBranch(asked(), { repo, branch: 'topic', pull: 7 });
  });

  const refused: [what: string, now: Now, branch: string, pull: number | undefined, why: RegExp][] = [
    ['the default branch', {}, 'main', undefined, /default branch/],
    [
      'the default branch as the head',
      { pull: { head: { repo, ref: 'main' } } },
      'main',
      7,
      /default branch/,
    ],
    ['a protected branch', { protects: 'topic' }, 'topic', 7, /is protected/],
    [
      'a branch of ours that is protected',
      { protects: 'autodev/issue-1' },
      'autodev/issue-1',
      undefined,
      /protected/,
    ],
    [
      'a branch that another pull request goes into',
      { stacked: 'topic' },
      'topic',
      7,
      /#9 is to be merged into/,
    ],
    ["somebody's branch", {}, 'feature', undefined, /none of our branches/],
    ['a name that only begins like ours', {}, 'autodev/issue-1/x', undefined, /none of our branches/],
    ['the head of a closed pull request', { pull: { state: 'closed' } }, 'topic', 7, /is closed/],
    ['a head that was changed', { pull: { head: { repo, ref: 'other' } } }, 'topic', 7, /not the head of #7/],
    [
      'a head of a fork',
      { pull: { head: { repo: 'mallory/app', ref: 'topic' } } },
      'topic',
      7,
      /not the head/,
    ],
  ];
  for (const [what, now, branch, pull, why] of refused) {
    test(`never goes to ${what}`, async () => {
      await assert.rejects(
        refuseForeignBranch(asked(now), { repo, branch, pull }),
        (error: Error & { why?: string }) => {
          assert.match(error.why ?? '', why);
          return true;
        },
      );
    });
  }

  test('never goes to the pull request of somebody who has lost our trust', async () => {
    await assert.rejects(
      refuseForeignBranch(asked({ trusts: [] }), { repo, branch: 'topic', pull: 7 }),
      Dropped,
    );
    await refuseForeignBranch(asked({ trusts: [] }), { repo, branch: 'autodev/issue-42' });
  });
});
