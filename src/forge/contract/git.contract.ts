import assert from 'node:assert/strict';
import { ask, at, base64, branchWith, fails, openPull, put, type Scenario } from './ground.contract.ts';

const REPO = '/repos/{owner}/{repo}';
const NO_RULES = {
  required_status_checks: null,
  enforce_admins: null,
  required_pull_request_reviews: null,
  restrictions: null,
};

export const GIT: readonly Scenario[] = [
  {
    name: 'refs are made, read, matched, moved and deleted',
    operations: [
      'git/create-ref',
      'git/get-ref',
      'git/list-matching-refs',
      'git/update-ref',
      'git/delete-ref',
    ],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const first = (await owner.branch(repo, 'main')) ?? '';
      const tip = await branchWith(ground, repo, 'topic/one', 'a.txt', 'a\n');
      assert.equal(await owner.branch(repo, 'topic/one'), tip);
      await ask(
        ground,
        'owner',
        `POST ${REPO}/git/refs`,
        { ...at(repo), ref: 'refs/heads/topic/one', sha: first },
        422,
      );
      const matching = await ask(
        ground,
        'owner',
        `GET ${REPO}/git/matching-refs/{ref}`,
        { ...at(repo), ref: 'heads/topic' },
        200,
      );
      assert.deepEqual(
        matching.data.map((ref: { ref: string }) => ref.ref),
        ['refs/heads/topic/one'],
      );
      const one = { ...at(repo), ref: 'heads/topic/one' };
      await ask(ground, 'owner', `PATCH ${REPO}/git/refs/{ref}`, { ...one, sha: first }, 422);
      await ask(ground, 'owner', `PATCH ${REPO}/git/refs/{ref}`, { ...one, sha: first, force: true }, 200);
      assert.equal(await owner.branch(repo, 'topic/one'), first);
      await owner.deleteBranch(repo, 'topic/one');
      await owner.deleteBranch(repo, 'topic/one');
      assert.equal(await owner.branch(repo, 'topic/one'), null);
    },
  },
  {
    name: 'branches are listed with their tips',
    operations: ['repos/list-branches', 'repos/get-branch'],
    run: async (ground) => {
      const repo = await ground.repository();
      const tip = await branchWith(ground, repo, 'other', 'a.txt', 'a\n');
      const list = await ask(ground, 'owner', `GET ${REPO}/branches`, at(repo), 200);
      assert.deepEqual(list.data.map((branch: { name: string }) => branch.name).toSorted(), [
        'main',
        'other',
      ]);
      const one = await ask(
        ground,
        'owner',
        `GET ${REPO}/branches/{branch}`,
        { ...at(repo), branch: 'other' },
        200,
      );
      assert.deepEqual([one.data.commit.sha, one.data.protected], [tip, false]);
      await ask(ground, 'owner', `GET ${REPO}/branches/{branch}`, { ...at(repo), branch: 'nope' }, 404);
    },
  },
  {
    name: 'files are written, read, changed with their SHA and deleted',
    operations: ['repos/create-or-update-file-contents', 'repos/get-content', 'repos/delete-file'],
    run: async (ground) => {
      const repo = await ground.repository();
      const where = { ...at(repo), path: 'docs/a b.txt' };
      await put(ground, repo, 'main', 'docs/a b.txt', 'one\n');
      const read = await ask(ground, 'owner', `GET ${REPO}/contents/{path}`, where, 200);
      assert.equal(Buffer.from(String(read.data.content), 'base64').toString(), 'one\n');
      const body = { ...where, message: 'm', content: base64('two\n') };
      await ask(ground, 'owner', `PUT ${REPO}/contents/{path}`, body, 422);
      await ask(ground, 'owner', `PUT ${REPO}/contents/{path}`, { ...body, sha: '0'.repeat(40) }, 409);
      await ask(
        ground,
        'owner',
        `PUT ${REPO}/contents/{path}`,
        { ...body, sha: read.data.sha as string },
        200,
      );
      const folder = await ask(
        ground,
        'owner',
        `GET ${REPO}/contents/{path}`,
        { ...at(repo), path: 'docs' },
        200,
      );
      assert.deepEqual(
        folder.data.map((entry: { name: string; type: string }) => [entry.name, entry.type]),
        [['a b.txt', 'file']],
      );
      const sha = folder.data[0].sha as string;
      await ask(ground, 'owner', `DELETE ${REPO}/contents/{path}`, { ...where, message: 'gone', sha }, 200);
      await ask(ground, 'owner', `GET ${REPO}/contents/{path}`, where, 404);
    },
  },
  {
    name: 'commits are listed and read with their files; two are compared from where they part',
    operations: ['repos/list-commits', 'repos/get-commit', 'repos/compare-commits-with-basehead'],
    run: async (ground) => {
      const repo = await ground.repository();
      const tip = await branchWith(ground, repo, 'side', 'side.txt', 's\n');
      await put(ground, repo, 'main', 'main.txt', 'm\n');
      const log = await ask(ground, 'owner', `GET ${REPO}/commits`, { ...at(repo), sha: 'side' }, 200);
      assert.equal(log.data[0].sha, tip);
      const one = await ask(ground, 'owner', `GET ${REPO}/commits/{ref}`, { ...at(repo), ref: tip }, 200);
      assert.deepEqual(
        one.data.files.map((file: { filename: string }) => file.filename),
        ['side.txt'],
      );
      const compared = await ask(
        ground,
        'owner',
        `GET ${REPO}/compare/{basehead}`,
        { ...at(repo), basehead: 'main...side' },
        200,
      );
      const { status, ahead_by, behind_by, files } = compared.data;
      assert.deepEqual([status, ahead_by, behind_by, files.length], ['diverged', 1, 1, 1]);
      await ask(
        ground,
        'owner',
        `GET ${REPO}/compare/{basehead}`,
        { ...at(repo), basehead: 'main...nope' },
        404,
      );
    },
  },
  {
    name: 'required checks of a protected branch are known and hold a merge back with 405',
    operations: [
      'repos/update-branch-protection',
      'repos/get-branch-protection',
      'repos/delete-branch-protection',
      'repos/get-branch',
      'pulls/merge',
    ],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      assert.equal(await owner.requiredChecks(repo, 'main'), null);
      assert.equal(await owner.isProtected(repo, 'main'), false);
      assert.equal(await owner.isProtected(repo, 'absent'), false);
      assert.deepEqual(
        (await owner.pullsInto(repo, 'main')).map((pull) => pull.number),
        [number],
      );
      assert.deepEqual(await owner.pullsInto(repo, 'topic'), []);
      const branch = { ...at(repo), branch: 'main' };
      const rules = {
        ...NO_RULES,
        required_status_checks: { strict: false, contexts: ['ci'] },
        enforce_admins: true,
      };
      await ask(ground, 'owner', `PUT ${REPO}/branches/{branch}/protection`, { ...branch, ...rules }, 200);
      assert.deepEqual(await owner.requiredChecks(repo, 'main'), ['ci']);
      assert.equal(await owner.isProtected(repo, 'main'), true);
      await ask(ground, 'owner', `GET ${REPO}/branches/{branch}/protection`, branch, 200);
      await fails(owner.merge(repo, number, { sha, method: 'squash' }), 'forge_conflict', 405);
      await owner.setStatus(repo, sha, { context: 'ci', state: 'success', description: '' });
      await owner.merge(repo, number, { sha, method: 'squash' });
      await ask(ground, 'owner', `DELETE ${REPO}/branches/{branch}/protection`, branch, 204);
      await ask(ground, 'owner', `GET ${REPO}/branches/{branch}/protection`, branch, 404);
    },
  },
  {
    name: 'a push dismisses approvals where the branch asks for it, and the merge waits for a new one',
    operations: ['repos/update-branch-protection', 'pulls/create-review', 'pulls/merge'],
    run: async (ground) => {
      const { owner, reviewer } = ground;
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      const reviews = { dismiss_stale_reviews: true, required_approving_review_count: 1 };
      const rules = { ...NO_RULES, required_pull_request_reviews: reviews, enforce_admins: true };
      await ask(
        ground,
        'owner',
        `PUT ${REPO}/branches/{branch}/protection`,
        { ...at(repo), branch: 'main', ...rules },
        200,
      );
      await fails(owner.merge(repo, number, { sha, method: 'merge' }), 'forge_conflict', 405);
      await reviewer.review(repo, number, { sha, event: 'APPROVE', body: 'ok', comments: [] });
      const next = await put(ground, repo, 'feature', 'more.txt', 'm\n');
      assert.equal((await owner.reviews(repo, number))[0]?.state, 'DISMISSED');
      await fails(owner.merge(repo, number, { sha: next, method: 'merge' }), 'forge_conflict', 405);
      await reviewer.review(repo, number, { sha: next, event: 'APPROVE', body: 'ok', comments: [] });
      await owner.merge(repo, number, { sha: next, method: 'merge' });
    },
  },
];
