import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { startEmbeddedForge, type EmbeddedForge } from '../../src/forge/embedded/start.ts';
import { openGitHubForge } from '../../src/forge/github/open.ts';
import type { Fetch } from '../../src/host/net/fetch.ts';
import { isAutodevError } from '../../src/work/errors.ts';
import { testHost } from '../support/host.ts';
import { tmpdir, type TmpDir } from '../support/tmpdir.ts';

/** Exchanges with the real GitHub, recorded by Octokit's own people. */
interface Exchange {
  method: string;
  path: string;
  status: number;
  body: unknown;
  response: unknown;
  headers: Record<string, string>;
}
const tools = createRequire(new URL('../tools/package.json', import.meta.url));
const recorded = (name: string): Exchange[] =>
  tools(`@octokit/fixtures/scenarios/api.github.com/${name}/normalized-fixture.json`) as Exchange[];

const ORG = 'octokit-fixture-org';
const plain = (path: string) => path.replace(/\?per_page=\d+$/, '');

describe('recorded exchanges of GitHub, replayed to our client', () => {
  const replay = (name: string) => {
    const left = recorded(name);
    const fetch: Fetch = (url, init) => {
      const target = new URL(url instanceof Request ? url.url : url);
      const { search } = target;
      const pathname = decodeURIComponent(target.pathname);
      const method = (init?.method ?? 'GET').toLowerCase();
      const first = (path: string) => plain(path) === pathname;
      const at = left.findIndex(
        (entry) => entry.method === method && (entry.path === `${pathname}${search}` || first(entry.path)),
      );
      const [found] = at === -1 ? [] : left.splice(at, 1);
      assert.ok(found, `${method} ${pathname}${search} was not recorded`);
      const headers = { ...found.headers, 'content-type': 'application/json' };
      const body = found.status === 204 ? null : JSON.stringify(found.response);
      return Promise.resolve(new Response(body, { status: found.status, headers }));
    };
    return {
      left,
      forge: openGitHubForge(testHost(), {
        apiUrl: 'https://api.github.com',
        token: 'not-a-real-token',
        fetch,
        pacing: false,
      }),
    };
  };

  test('a repository', async () => {
    const repo = await replay('get-repository').forge.repository(`${ORG}/hello-world`);
    assert.deepEqual(
      [repo.name, repo.cloneUrl],
      [`${ORG}/hello-world`, `https://github.com/${ORG}/hello-world.git`],
    );
  });

  test('issues over five pages, by the links that GitHub gave', async () => {
    const { forge, left } = replay('paginate-issues');
    const { items } = await forge.openIssues(`${ORG}/paginate-issues`, null);
    assert.equal(items.length, 13);
    assert.deepEqual(left, []);
  });

  test('an issue is created and labelled', async () => {
    const { forge, left } = replay('add-labels-to-issue');
    const issue = await forge.createIssue(`${ORG}/add-labels-to-issue`, {
      title: 'Issue without a label',
      body: '',
    });
    await forge.addLabels(`${ORG}/add-labels-to-issue`, issue.number, ['Foo', 'bAr', 'baZ']);
    assert.deepEqual(left, []);
  });

  test('a refused label carries the field that is wrong', async () => {
    const work = replay('errors').forge.createLabel(`${ORG}/errors`, {
      name: 'foo',
      color: 'invalid',
      description: '',
    });
    await assert.rejects(
      work,
      (error) => isAutodevError(error, 'forge_rejected') && /"field":"color"/.test(error.why ?? ''),
    );
  });

  test('statuses are set; a branch is deleted', async () => {
    const status = replay('create-status').forge;
    await status.setStatus(`${ORG}/create-status`, '0000000000000000000000000000000000000001', {
      context: 'x',
      state: 'failure',
      description: 'd',
    });
    await replay('git-refs').forge.deleteBranch(`${ORG}/git-refs`, 'test');
  });
});

/** What was recorded and our answer lacks, by path; the values need not be the same, the kinds do. */
function lacks(theirs: unknown, ours: unknown, path = ''): string[] {
  if (theirs === null || ours === null) return ours === undefined ? [path] : [];
  if (Array.isArray(theirs)) {
    if (!Array.isArray(ours)) return [path];
    return theirs.length === 0 || ours.length === 0 ? [] : lacks(theirs[0], ours[0], `${path}[0]`);
  }
  if (typeof theirs !== 'object') return typeof ours === typeof theirs ? [] : [path];
  if (typeof ours !== 'object') return [path];
  return Object.entries(theirs).flatMap(([key, value]) =>
    lacks(value, (ours as Record<string, unknown>)[key], `${path}.${key}`),
  );
}

/** Old or organization-only fields that GitHub itself no longer documents for these operations. */
const NOT_OURS =
  /\.(organization|temp_clone_token|reactions|score|active_lock_reason|site_admin|delete_branch_on_merge|allow_\w+|squash_\w+|merge_commit_\w+|use_squash_\w+|custom_properties|security_and_analysis|required_signatures|block_creations|required_conversation_resolution|lock_branch|allow_fork_syncing|app_id)\b/;

describe('recorded exchanges of GitHub, replayed against the embedded forge', () => {
  let tmp: TmpDir;
  let forge: EmbeddedForge;
  before(async () => {
    tmp = await tmpdir();
    forge = await startEmbeddedForge(testHost(), { data: tmp.path, users: [ORG, 'octokit-fixture-user-b'] });
  });
  after(async () => {
    await forge.close();
    await tmp[Symbol.asyncDispose]();
  });

  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${forge.apiUrl}${path}`, {
      method: method.toUpperCase(),
      headers: { authorization: `token ${forge.users[0]?.token ?? ''}` },
      ...(body === undefined || body === '' ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, data: text === '' ? '' : (JSON.parse(text) as unknown) };
  };
  const prepare = async (name: string) => {
    await send('post', '/user/repos', { name, auto_init: true });
    const ref = await send('get', `/repos/${ORG}/${name}/git/ref/heads/main`);
    return (ref.data as { object: { sha: string } }).object.sha;
  };

  const SCENARIOS: Record<
    string,
    { repo: string; setup?: () => Promise<void>; left?: RegExp; leftBody?: RegExp }
  > = {
    'get-repository': { repo: 'hello-world' },
    'get-content': { repo: 'get-content' },
    'add-labels-to-issue': { repo: 'add-labels-to-issue' },
    errors: { repo: 'errors' },
    labels: { repo: 'labels' },
    // Restrictions of people and teams exist in organizations only.
    'branch-protection': { repo: 'branch-protection', leftBody: /dismissal_restrictions/ },
    'create-status': { repo: 'create-status' },
    'create-file': { repo: 'create-file' },
    // `GET git/refs/` is gone from GitHub's API; matching-refs took its place.
    'git-refs': { repo: 'git-refs', left: /git\/refs\/$/ },
    'paginate-issues': {
      repo: 'paginate-issues',
      // The later pages were recorded by the number of GitHub's own repository.
      left: /^\/repositories\//,
      setup: async () => {
        for (let n = 1; n <= 13; n += 1)
          await send('post', `/repos/${ORG}/paginate-issues/issues`, { title: `Test issue ${n}` });
      },
    },
    'search-issues': {
      repo: 'search-issues',
      setup: async () => {
        for (const title of ['The doors don’t open: sesame', 'sesame seeds', 'other']) {
          await send('post', `/repos/${ORG}/search-issues/issues`, { title });
        }
      },
    },
  };

  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    test(`${name}: the same statuses, and no field of the answers is missing`, async () => {
      const sha = await prepare(scenario.repo);
      await scenario.setup?.();
      const ours = (text: string) =>
        text.replaceAll(/0{39}[12]/g, sha).replaceAll(`${ORG}/hello-world`, `${ORG}/${scenario.repo}`);
      for (const exchange of recorded(name)) {
        if (scenario.left?.test(exchange.path) || scenario.leftBody?.test(JSON.stringify(exchange.body)))
          continue;
        // The recorded request asked for the raw file; ours is asked for JSON.
        const raw = typeof exchange.response === 'string' && exchange.response !== '';
        const body =
          exchange.body === '' ? undefined : (JSON.parse(ours(JSON.stringify(exchange.body))) as unknown);
        const answer = await send(exchange.method, ours(exchange.path), body);
        const what = `${exchange.method} ${exchange.path}`;
        assert.equal(answer.status, exchange.status, `${what}: ${JSON.stringify(answer.data).slice(0, 200)}`);
        if (raw || exchange.response === '') continue;
        assert.deepEqual(
          lacks(exchange.response, answer.data).filter((path) => !NOT_OURS.test(path)),
          [],
          what,
        );
      }
    });
  }
});
