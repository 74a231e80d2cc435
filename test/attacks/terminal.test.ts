import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config/environment.ts';
import { eventBus } from '../../src/daemon/bus.ts';
import { openStore } from '../../src/store/sqlite/open.ts';
import { runId, workId } from '../../src/work/ids.ts';
import { tmpdir } from '../support/tmpdir.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const REPO = 'org/app';
/** What a terminal obeys or shows otherwise than it is: a title, a copy to the clipboard, a link, a turned line. */
const EVIL =
  'x\u001b]0;owned\u0007 \u001b]52;c;b3duZWQ=\u0007 \u001b[2J\u001b[1;31mred\u009b31m \u202egnp.exe\u2066 \u200bzero \u0085next\r\u0008end';
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/u;

async function filled(home: string): Promise<void> {
  await mkdir(home, { mode: 0o700 });
  const store = openStore(join(home, 'autodev.db'));
  const { emit } = eventBus(store);
  const url = `https://forge.invalid/${REPO}.git`;
  await store.repositories.put({ name: REPO, url, enabled: true, origin: 'config' });
  for (const number of [1, 2, 3, 4]) {
    const work = workId('issue', REPO, number);
    const run = runId(work, `${number}`.padStart(16, '0'), 1);
    await emit({ type: 'item.queued', work, phase: 'Pending', title: EVIL });
    await store.runs.submit({
      id: run,
      work,
      attempt: 1,
      inputHash: `${number}`.padStart(16, '0'),
      input: {},
    });
    await emit({ type: 'error', work, message: EVIL, why: EVIL });
    await emit({ type: 'session.progress', work, run, text: EVIL });
    if (number === 1) {
      const question = { text: EVIL, options: ['yes', EVIL], free: true, expiresAt: null };
      await store.questions.ask({ work, run, step: 'ask:x', round: 0, ...question });
      await store.runs.setAside(run, EVIL);
    } else if (number === 2) await store.waits.put({ work, title: EVIL, reason: EVIL, since: 0 });
    else {
      await store.runs.finish(run, 'skip', EVIL);
      await emit({ type: 'item.left', work, outcome: 'skip', reason: EVIL, durationMs: 1, costUsd: 0 });
    }
  }
  await store.close();
}

describe('what others wrote, on a terminal', () => {
  for (const words of [
    ['list'],
    ['status'],
    ['why', `issue:${REPO}:1`],
    ['why', `issue:${REPO}:2`],
    ['why', `issue:${REPO}:3`],
    ['logs', `issue:${REPO}:1`],
    ['answer', `issue:${REPO}:1`],
    ['answer', `issue:${REPO}:1`, 'x', '--question', 'none'],
    ['costs'],
  ])
    test(`autodev ${words.join(' ')} shows it and obeys nothing of it`, async () => {
      await using tmp = await tmpdir();
      const home = join(tmp.path, 'home');
      await filled(home);
      const env = { ...childEnvironment(), HOME: tmp.path, AUTODEV_HOME: home, NO_COLOR: '1', USER: 't' };
      const { stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', MAIN, ...words], {
        env,
        encoding: 'utf8',
        timeout: 120_000,
      });
      const shown = `${stdout}${stderr}`;
      const at = OBEYED.exec(shown)?.index ?? -1;
      assert.equal(at, -1, JSON.stringify(shown.slice(Math.max(0, at - 40), at + 40)));
      if (words[0] === 'why' || words[0] === 'list') assert.match(shown, /gnp\.exe/);
    });
});
