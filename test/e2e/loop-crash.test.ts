import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { demoForge } from '../../src/compose/repos/forge.ts';
import type { RecordKind } from '../support/daemon-process.ts';
import { startForgeProcess } from '../support/forge-process.ts';
import { testHost } from '../support/host.ts';
import { life } from '../support/lives.ts';
import { tmpdir } from '../support/tmpdir.ts';

/** What an undisturbed life pays for. */
const PAID = { 'issue analyze': 1, 'issue implement': 1, 'pr answer': 1, 'pr improve': 2, 'pr review': 3 };

async function liveAndDie(dieAfter: readonly RecordKind[], atLeast: number): Promise<void> {
  await using tmp = await tmpdir();
  const host = testHost();
  await using served = await startForgeProcess(join(tmp.path, 'forge'));
  const { owner, bot, push } = demoForge(host, served);
  const home = join(tmp.path, 'home');
  const folder = join(tmp.path, 'owner');
  await mkdir(home);
  await mkdir(folder);
  const made = (await owner.request('POST', '/user/repos', { name: 'app' })) as {
    full_name: string;
    clone_url: string;
  };
  const at = `/repos/${made.full_name}`;
  await owner.request('PUT', `${at}/collaborators/${bot.login}`, { permission: 'push' });
  const identity = { name: 'Owner', email: 'owner@example.invalid' };
  const git = (...args: string[]) => host.git.run(args, { cwd: folder, identity });
  await git('init', '-q', '-b', 'main');
  await git('commit', '-q', '--allow-empty', '-m', 'begin');
  await push(folder, owner, made.clone_url, ['main']);
  const config = JSON.stringify({
    github: { api_url: served.apiUrl, token: bot.token },
    agent: { default: 'scripted' },
    knowledge: { per_task: false, daily: false },
    daemon: { tick_interval_secs: 0.1, retry_base_secs: 0.1, drain_secs: 2 },
    repos: [{ name: made.full_name, url: made.clone_url, scan_interval_secs: 0.2, workflow: 'direct' }],
  });
  const paidLog = join(tmp.path, 'paid.log');
  writeFileSync(paidLog, '');
  let deaths = 0;
  const live = (kinds?: readonly RecordKind[]) =>
    life({ home, config, dieAfter: kinds, paidLog, script: 'loop' });
  const untilQuiet = async () => {
    for (; (await live(dieAfter)) === 'killed'; deaths += 1) assert.ok(deaths < 200, 'it comes to an end');
  };
  const get = (path: string) => owner.request('GET', `${at}${path}`);

  await owner.request('POST', `${at}/issues`, { title: 'make it', body: 'please' });
  // Until people come to it, it is what the sweep of the demo kills at every boundary of.
  assert.equal(await live(), 'quiet');
  const [pull] = (await get('/pulls')) as { number: number; head: { sha: string } }[];
  assert.ok(pull !== undefined);
  await owner.request('POST', `${at}/pulls/${pull.number}/reviews`, {
    event: 'REQUEST_CHANGES',
    body: 'Use better words.',
    comments: [
      { path: 'a.txt', line: 1, side: 'RIGHT', body: 'not this' },
      { path: 'a.txt', line: 2, side: 'RIGHT', body: 'nor that' },
    ],
  });
  await owner.request('POST', `${at}/issues/${pull.number}/comments`, { body: 'Why two lines?' });
  const word = (await owner.request('POST', `${at}/issues/${pull.number}/comments`, {
    body: '/autodev why',
  })) as { id: number };
  await untilQuiet();
  const improved = ((await get(`/pulls/${pull.number}`)) as typeof pull).head.sha;
  assert.notEqual(improved, pull.head.sha);
  await owner.request('POST', `${at}/statuses/${improved}`, {
    context: 'test',
    state: 'failure',
    description: 'expected two',
  });
  await untilQuiet();
  assert.ok(deaths >= atLeast, `it was killed again and again (${deaths} times)`);

  const paid: Record<string, number> = {};
  for (const line of readFileSync(paidLog, 'utf8').trim().split('\n')) paid[line] = (paid[line] ?? 0) + 1;
  assert.deepEqual(paid, PAID, 'no finished session was run again');
  const now = (await get(`/pulls/${pull.number}`)) as typeof pull & {
    requested_reviewers: { login: string }[];
  };
  assert.notEqual(now.head.sha, improved, 'the check was fixed');
  assert.deepEqual(
    now.requested_reviewers.map(({ login }) => login),
    [owner.login],
  );
  const remarks = (await get(`/pulls/${pull.number}/comments`)) as {
    in_reply_to_id?: number;
    body: string;
  }[];
  const replies = remarks.filter(({ in_reply_to_id: to }) => to !== undefined);
  assert.equal(replies.length, 2, 'one answer in each thread');
  const comments = (await get(`/issues/${pull.number}/comments?per_page=100`)) as { body: string }[];
  const reviews = (await get(`/pulls/${pull.number}/reviews`)) as { body: string }[];
  const marks = [...comments, ...reviews, ...remarks].flatMap(
    ({ body }) => /<!-- autodev:(\S+ \S+)/.exec(body)?.[1] ?? [],
  );
  assert.deepEqual([...new Set(marks)], marks, 'nothing was said twice');
  const reactions = (await get(`/issues/comments/${word.id}/reactions`)) as { content: string }[];
  assert.deepEqual(reactions.map(({ content }) => content).toSorted(), ['+1', 'eyes']);
}

describe(
  'kill -9 while people and checks are in the loop loses nothing and does nothing twice',
  { concurrency: 2 },
  () => {
    test('right after every step that was recorded, and between the parts of a word in a comment', () =>
      liveAndDie(['step', 'word'], 14));
    test('after a write was announced and before it was sent, and right after it was recorded', () =>
      liveAndDie(['intent', 'effect'], 20));
  },
);
