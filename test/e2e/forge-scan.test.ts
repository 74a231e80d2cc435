import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forgeWithGit } from '../support/forge-git.ts';

const REPOSITORIES = 100;
const WAITING = 10;

describe('what a scan costs', () => {
  test('100 unchanged repositories, ten with a pull request that waits for CI: nothing; 5 % changed: only those', async () => {
    await using forge = await forgeWithGit();
    const repos: { name: string; waiting?: { number: number; sha: string } }[] = [];
    for (let n = 0; n < REPOSITORIES; n += 1) {
      const name = await forge.repository(`r${n}`);
      await forge.owner.createIssue(name, { title: 'one', body: '' });
      if (n >= WAITING) {
        repos.push({ name });
        continue;
      }
      const content = Buffer.from('x\n').toString('base64');
      const main = await forge.owner.branch(name, 'main');
      await forge.api('dev', 'POST', `/repos/${name}/git/refs`, { ref: 'refs/heads/topic', sha: main });
      await forge.api('dev', 'PUT', `/repos/${name}/contents/x.txt`, {
        branch: 'topic',
        message: 'x',
        content,
      });
      const pull = await forge.owner.createPull(name, { title: 't', body: '', head: 'topic', base: 'main' });
      repos.push({ name, waiting: { number: pull.number, sha: pull.head.sha } });
    }
    /** As the daemon does it: both lists, and for what waits for CI the pull request and its checks. */
    const scan = async () => {
      const changed = new Set<string>();
      for (const { name, waiting } of repos) {
        const cursor = new Date(Date.now() - 60_000).toISOString();
        const lists = [await forge.owner.openIssues(name, cursor), await forge.owner.openPulls(name, cursor)];
        if (lists.some((list) => !list.unchanged)) changed.add(name);
        if (waiting === undefined) continue;
        assert.equal((await forge.owner.pull(name, waiting.number)).head.sha, waiting.sha);
        const checks = await forge.owner.checks(name, waiting.sha);
        if (checks.length > 0) changed.add(name);
      }
      return [...changed];
    };
    const used = async () =>
      ((await forge.api('dev', 'GET', '/rate_limit')).data as { rate: { used: number } }).rate.used;

    assert.equal((await scan()).length, REPOSITORIES, 'the first scan reads all');
    let before = await used();
    assert.deepEqual(await scan(), []);
    assert.equal(await used(), before, 'an idle scan costs nothing');

    const busy = ['dev/r20', 'dev/r40', 'dev/r60', 'dev/r80'];
    for (const name of busy) await forge.reviewer.createIssue(name, { title: 'two', body: '' });
    const sha = repos[3]?.waiting?.sha ?? '';
    await forge.reviewer.setStatus('dev/r3', sha, { context: 'ci', state: 'success', description: '' });
    before = await used();
    assert.deepEqual((await scan()).toSorted(), [...busy, 'dev/r3'].toSorted());
    // One list for each new issue, one list of statuses for the finished check.
    assert.equal((await used()) - before, 5);
  });
});
