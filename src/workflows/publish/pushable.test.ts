import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Forge } from '../../forge/forge.ts';
import { refuseForeignBranch } from './pushable.ts';

const repo = 'org/app';

/** A forge as it stands at the moment of the push. */
function forge(now: { protects?: string; stacked?: string; pull?: object } = {}): Forge {
  return {
    repository: async () => ({ defaultBranch: 'main' }),
    isProtected: async (_repo: string, branch: string) => branch === now.protects,
    pullsInto: async (_repo: string, base: string) => (base === now.stacked ? [{ number: 9 }] : []),
    pull: async () => ({ state: 'open', head: { repo, ref: 'topic', sha: 'x' }, ...now.pull }),
  } as unknown as Forge;
}

describe('a push', () => {
  test('goes to a branch of ours, or to the head of the pull request that is worked on', async () => {
    await refuseForeignBranch(forge(), { repo, branch: 'autodev/issue-42' });
    await refuseForeignBranch(forge(), { repo, branch: 'topic', pull: 7 });
  });

  const refused: [
    what: string,
    now: Parameters<typeof forge>[0],
    branch: string,
    pull: number | undefined,
    why: RegExp,
  ][] = [
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
        refuseForeignBranch(forge(now), { repo, branch, pull }),
        (error: Error & { why?: string }) => {
          assert.match(error.why ?? '', why);
          return true;
        },
      );
    });
  }
});
