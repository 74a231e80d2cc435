import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serveForge, type ServedForge } from '../support/forge-serve.ts';
import { tmpdir } from '../support/tmpdir.ts';

describe("the forge's folder", () => {
  test('serves one forge at a time; the refusal names the first, and its death frees the folder', async () => {
    await using tmp = await tmpdir();
    const data = join(tmp.path, 'data');
    const served: ServedForge[] = [];
    const serve = async () => {
      const forge = await serveForge(data);
      served.push(forge);
      return forge;
    };
    try {
      const first = await serve();
      await assert.rejects(
        serve(),
        new RegExp(`ended with 1: .*already running on .*\\(pid ${first.pid}\\)`, 's'),
      );
      await first.stop('SIGKILL');
      const next = await serve();
      assert.equal(await next.stop(), 0);
      assert.equal((await readdir(data)).includes('forge.pid'), false);
    } finally {
      for (const each of served) await each.stop();
    }
  });
});
