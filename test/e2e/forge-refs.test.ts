import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { forgeWithGit, type ForgeWithGit } from '../support/forge-git.ts';

describe('what the embedded forge does not take from a push', () => {
  let forge: ForgeWithGit;
  before(async () => {
    forge = await forgeWithGit();
  });
  after(() => forge[Symbol.asyncDispose]());

  test('only branches and tags are pushed; odd refs and misleading names are refused, by git and by the API', async () => {
    const repo = await forge.repository('odd');
    const clone = await forge.clone(repo, 'odd');
    const sha = await clone.commit('a.txt', 'a\n');
    await clone.git('push', '-q', 'origin', 'HEAD:refs/heads/topic', 'HEAD:refs/tags/v1');
    const listed = await clone.git('ls-remote', 'origin');
    const odd = [
      `refs/replace/${sha}`,
      'refs/notes/commits',
      'refs/pull/1/head',
      'refs/forge/seen/main',
      'refs/autodev/x',
      'refs/stash',
      'refs/remotes/origin/main',
      'refs/heads/HEAD',
      'refs/heads/refs/heads/main',
      `refs/heads/${'a'.repeat(40)}`,
      'refs/heads/Topic',
      'refs/tags/V1',
    ];
    for (const ref of odd) {
      const said = await clone.refused('push', '-q', 'origin', `HEAD:${ref}`);
      assert.match(said, /is refused|deny updating a hidden ref|funny refname/, ref);
      const made = await forge.api('dev', 'POST', `/repos/${repo}/git/refs`, { ref, sha });
      assert.equal(made.status, 422, ref);
    }
    assert.equal(await clone.git('ls-remote', 'origin'), listed);
  });

  test('one bad ref in a push does not take the good ones down, and deleting needs no nice name', async () => {
    const repo = await forge.repository('mixed');
    const clone = await forge.clone(repo, 'mixed');
    const sha = await clone.commit('a.txt', 'a\n');
    await clone.refused('push', '-q', 'origin', 'HEAD:refs/heads/good', 'HEAD:refs/replace/x');
    assert.equal(await forge.owner.branch(repo, 'good'), sha);
    await clone.git('push', '-q', 'origin', ':refs/heads/good');
    assert.equal(await forge.owner.branch(repo, 'good'), null);
  });

  test('a replacement that is in the repository all the same is not honoured', async () => {
    const repo = await forge.repository('replaced');
    const clone = await forge.clone(repo, 'replaced');
    const honest = await clone.commit('a.txt', 'honest\n', 'honest');
    await clone.git('push', '-q', 'origin', 'main');
    await clone.git('checkout', '-q', '-b', 'evil');
    const evil = await clone.commit('a.txt', 'evil\n', 'evil');
    await clone.git('push', '-q', 'origin', 'evil');
    const bare = join(forge.embedded.data, 'repositories', '3.git');
    execFileSync('git', ['-C', bare, 'update-ref', `refs/replace/${honest}`, evil]);
    const { data } = await forge.api('dev', 'GET', `/repos/${repo}/commits/${honest}`);
    assert.equal((data as { commit: { message: string } }).commit.message, 'honest');
    const file = await forge.api('dev', 'GET', `/repos/${repo}/contents/a.txt?ref=main`);
    assert.equal(Buffer.from((file.data as { content: string }).content, 'base64').toString(), 'honest\n');
    const other = await forge.clone(repo, 'replaced-again');
    assert.equal(await other.git('show', 'HEAD:a.txt'), 'honest');
  });

  test('objects that would harm a checkout are refused: .git in a tree, a .gitmodules that runs or climbs', async () => {
    const repo = await forge.repository('fsck');
    const clone = await forge.clone(repo, 'fsck');
    const blob = (text: string) =>
      execFileSync('git', ['-C', clone.path, 'hash-object', '-w', '--stdin'], { input: text })
        .toString()
        .trim();
    const tree = (mode: string, name: string, sha: string) => {
      const body = Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, 'hex')]);
      const args = ['-C', clone.path, 'hash-object', '-t', 'tree', '--literally', '-w', '--stdin'];
      return execFileSync('git', args, { input: body }).toString().trim();
    };
    const push = async (made: string) => {
      const commit = await clone.git('commit-tree', made, '-m', 'harm');
      return clone.refused('push', '-q', 'origin', `${commit}:refs/heads/harm`);
    };
    const inner = tree('100644', 'config', blob('[core]\n'));
    assert.match(await push(tree('40000', '.git', inner)), /hasDotgit/);
    assert.match(await push(tree('40000', '..', inner)), /hasDotdot/);
    const url = '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=touch\n';
    assert.match(await push(tree('100644', '.gitmodules', blob(url))), /gitmodulesUrl/);
    const climbs = '[submodule "../../x"]\n\tpath = x\n\turl = https://example.invalid/x\n';
    assert.match(await push(tree('100644', '.gitmodules', blob(climbs))), /gitmodulesName/);
    assert.equal(await forge.owner.branch(repo, 'harm'), null);
  });
});
