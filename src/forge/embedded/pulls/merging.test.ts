import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../../test/support/host.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import type { Git } from '../../../host/git/git.ts';
import type { Host } from '../../../host/host.ts';
import { startEmbeddedForge } from '../start.ts';

/** A host whose git lets something happen right before the base is moved. */
function interrupted(before: (git: Git) => Promise<unknown>): Host {
  const host = testHost();
  const { git } = host;
  const run: Git['run'] = async (args, options) => {
    if (args[0] === 'update-ref' && String(options?.input).includes('/merged')) await before(git);
    return git.run(args, options);
  };
  return { ...host, git: { ...git, run } };
}

describe('merging by compare and swap', () => {
  for (const method of ['merge', 'squash']) {
    test(`a push that lands while a ${method} is made is kept, and the merge is refused with 405`, async () => {
      await using tmp = await tmpdir();
      const gitDir = join(tmp.path, 'repositories', '1.git');
      let pushed = '';
      const host = interrupted(async (git) => {
        const tree = await git.text(['rev-parse', 'main^{tree}'], { gitDir });
        const identity = { name: 'x', email: 'x@example.invalid' };
        pushed ||= await git.text(['commit-tree', tree, '-p', 'main', '-m', 'just pushed'], {
          gitDir,
          identity,
        });
        await git.run(['update-ref', 'refs/heads/main', pushed], { gitDir });
      });
      const forge = await startEmbeddedForge(host, { data: tmp.path });
      try {
        const ask = async (verb: string, path: string, body?: unknown) => {
          const answer = await fetch(`${forge.apiUrl}${path}`, {
            method: verb,
            headers: { authorization: `Bearer ${forge.users[0]?.token ?? ''}` },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          });
          return {
            status: answer.status,
            data: (await answer.json()) as Record<string, { sha: string }> & { merged: boolean },
          };
        };
        await ask('POST', '/user/repos', { name: 'app', auto_init: true });
        const tip = async () => (await ask('GET', '/repos/dev/app/git/ref/heads/main')).data['object']?.sha;
        await ask('POST', '/repos/dev/app/git/refs', { ref: 'refs/heads/topic', sha: await tip() });
        await ask('PUT', '/repos/dev/app/contents/a.txt', { branch: 'topic', message: 'a', content: 'YQ==' });
        await ask('POST', '/repos/dev/app/pulls', { title: 't', head: 'topic', base: 'main' });
        const refused = await ask('PUT', '/repos/dev/app/pulls/1/merge', { merge_method: method });
        assert.equal(refused.status, 405);
        assert.equal(await tip(), pushed);
        assert.equal((await ask('GET', '/repos/dev/app/pulls/1')).data.merged, false);
        // The second time nothing moves any more: it goes through, on top of what was pushed.
        assert.equal(
          (await ask('PUT', '/repos/dev/app/pulls/1/merge', { merge_method: method })).status,
          200,
        );
        const log = await testHost().git.text(['rev-list', 'main'], { gitDir });
        assert.ok(log.split('\n').includes(pushed));
      } finally {
        await forge.close();
      }
    });
  }
});
