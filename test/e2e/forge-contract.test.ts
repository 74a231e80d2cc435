import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Ground } from '../../src/forge/contract/ground.contract.ts';
import { startEmbeddedForge, type EmbeddedForge } from '../../src/forge/embedded/start.ts';
import { CONTRACT } from '../../src/forge/forge.contract.ts';
import { makeGround } from '../support/forge-ground.ts';
import { listedOperations, openWitness, readDescription, type Witness } from '../support/forge-openapi.ts';
import { testHost } from '../support/host.ts';
import { tmpdir, type TmpDir } from '../support/tmpdir.ts';

describe('the embedded forge keeps the contract', () => {
  let tmp: TmpDir;
  let forge: EmbeddedForge;
  let witness: Witness;
  let ground: Ground;

  before(async () => {
    tmp = await tmpdir();
    const host = testHost();
    forge = await startEmbeddedForge(host, { data: tmp.path });
    witness = openWitness(() => forge.apiUrl);
    const token = (login: string) => forge.users.find((user) => user.login === login)?.token ?? '';
    ground = makeGround({
      host,
      apiUrl: forge.apiUrl,
      tokens: {
        owner: token('dev'),
        reviewer: token('reviewer'),
        app: token('ci[bot]'),
        actions: token('github-actions[bot]'),
      },
      logins: { owner: 'dev', reviewer: 'reviewer' },
      fetch: witness.fetch,
      jobLog: async (repo, job, body) => {
        const headers = { authorization: `Bearer ${token('github-actions[bot]')}` };
        await fetch(`${forge.apiUrl}/repos/${repo}/actions/jobs/${job}/logs`, {
          method: 'PUT',
          headers,
          body,
        });
      },
      invite: async (call, repo) => {
        const [owner, name] = repo.split('/');
        const where = { owner, repo: name, username: 'reviewer', permission: 'push' };
        await call('owner', 'PUT /repos/{owner}/{repo}/collaborators/{username}', where);
      },
    });
  });
  after(async () => {
    await forge.close();
    await tmp[Symbol.asyncDispose]();
  });

  for (const scenario of CONTRACT) test(scenario.name, () => scenario.run(ground));

  test("every exchange of the table is valid by GitHub's OpenAPI description", () => {
    assert.ok(witness.exchanges.length > 300, `${witness.exchanges.length} exchanges`);
    const faults = witness.exchanges
      .filter((exchange) => exchange.faults.length > 0)
      .map((exchange) => `${exchange.operationId} ${exchange.status}: ${exchange.faults.join('; ')}`);
    assert.deepEqual([...new Set(faults)], []);
  });

  test('the check of exchanges can fail: a field that GitHub would require is missed', async () => {
    const description = readDescription();
    const issue = description.components['schemas']?.['issue'] as { required: string[] };
    issue.required.push('no_such_field');
    const strict = openWitness(() => forge.apiUrl, description);
    const headers = { authorization: `Bearer ${forge.users[0]?.token ?? ''}` };
    const repo = await ground.repository();
    await ground.owner.createIssue(repo, { title: 'x', body: '' });
    await strict.fetch(`${forge.apiUrl}/repos/${repo}/issues/1`, { headers });
    await strict.fetch(`${forge.apiUrl}/repos/${repo}/nonsense`, { headers });
    assert.match(strict.exchanges[0]?.faults.join() ?? '', /no_such_field/);
    assert.match(strict.exchanges[1]?.faults.join() ?? '', /no operation/);
  });

  test('every listed operation has a row that calls it, with success', () => {
    const good = witness.exchanges.filter((exchange) => exchange.status < 400);
    const called = new Set(good.map((exchange) => exchange.operationId));
    const named = new Set(CONTRACT.flatMap((scenario) => scenario.operations));
    const listed = listedOperations();
    assert.deepEqual(
      listed.filter((id) => !named.has(id)),
      [],
      'operations without a row',
    );
    assert.deepEqual(
      listed.filter((id) => !called.has(id)),
      [],
      'operations that no row really calls',
    );
  });
});
