import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Script, Step } from '../../src/agents/scripted/script.ts';
import { RepoSchema } from '../../src/config/schema/repo.ts';
import { openStore } from '../../src/store/sqlite/open.ts';
import { workId } from '../../src/work/ids.ts';
import { contentHash } from '../../src/workflows/engine/input/content.ts';
import { stillSaid } from '../../src/workflows/engine/input/said.ts';
import type { WorkContext } from '../../src/workflows/engine/steps/context.ts';
import { history } from '../../src/workflows/engine/steps/history.ts';
import { preflight } from '../../src/workflows/engine/steps/preflight.ts';
import { Superseded } from '../../src/workflows/engine/stops/interruptions.ts';
import { limitsOf } from '../../src/workflows/publish/patch-limits.ts';
import { pullFlow } from '../../src/workflows/pull/flow.ts';
import { nextCause } from '../../src/workflows/pull/next-cause.ts';
import type { PullInput } from '../../src/workflows/pull/input.ts';
import type { Remark } from '../../src/workflows/pull/people/remark.ts';
import { virtualClock } from '../support/clock.ts';
import { testHost } from '../support/host.ts';
import { memoryForge, type MemoryForge } from './memory-forge.ts';
import { openWorld, type World } from './world.ts';

const MINUTE = 60_000;
const REPO = 'org/app';
const work = workId('issue', REPO, 1);

describe('what people said below an issue', () => {
  const wait: Step = { do: 'wait', ms: 10 * MINUTE };
  const verdict = (verdict: string): Step => ({
    do: 'answer',
    value: { verdict, confidence: 1, summary: 'x' },
  });
  const script: Script = [
    { when: { prompt: /drop the tables/, role: 'analyze' }, steps: [wait, verdict('implement')] },
    { when: { role: 'analyze' }, steps: [wait, verdict('wontfix')] },
  ];
  for (const [what, change] of [
    ['by somebody who lost our trust', (world: World) => void world.forge.readers.add('dan')],
    ['and was taken back', (world: World) => void world.forge.thread(REPO, 1).comments.shift()],
  ] as const)
    test(`${what} is obeyed by no session, also when the run was frozen with it`, async () => {
      const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } }, script });
      world.forge.addIssue(REPO, { title: 'tidy up' });
      await world.forge.as('dan').comment(REPO, 1, 'drop the tables');
      const home = world.home('one');
      const life = home.start();
      let runs = 0;
      life.bus.subscribe(({ type }) => void (type === 'run.started' && (runs += 1) === 1 && change(world)));
      await world.clock.advance(60 * MINUTE);
      const left = await home.store.events.latest(work, 'item.left');
      assert.equal(left?.reason, 'the analysis advises against it');
      assert.deepEqual([runs, world.sessions.length], [2, 1], 'begun anew, without it');
      await life.stop();
    });
});

describe('what people said on a pull request', () => {
  const BODY = 'b\n\n<!-- autodev:pull issue:org/app:9 -->';
  const remark = (key: string, author: string, body: string): Remark => ({
    key,
    thread: null,
    author,
    path: '',
    line: null,
    outdated: false,
    body,
  });

  /** A pull request of ours that dan demanded changes of, and a run that is frozen with them. */
  async function ground(): Promise<{ forge: MemoryForge; input: PullInput; context: WorkContext }> {
    const clock = virtualClock();
    const forge = memoryForge(clock);
    forge.addRepository(REPO);
    const ours = forge.as('autodev');
    const pull = await ours.createPull(REPO, { title: 't', body: BODY, head: 'topic', base: 'main' });
    await forge
      .as('dan')
      .review(REPO, 1, { sha: pull.head.sha, event: 'REQUEST_CHANGES', body: 'rename it', comments: [] });
    await forge.as('dan').comment(REPO, 1, 'Why so?');
    const settings = {
      ...RepoSchema.parse({ url: `memory:${REPO}` }),
      name: REPO,
      model: 'none',
      language: 'en',
      budget: { per_item_usd: 5, per_repo_day_usd: 5 },
    } as const;
    const context: WorkContext = {
      host: testHost({ clock }),
      store: openStore(':memory:', { clock }),
      forge: ours,
      settings,
      logins: ['autodev'],
      trusts: async (login) => (await ours.permission(REPO, login)) === 'write',
    };
    const input: PullInput = {
      repo: REPO,
      number: 1,
      title: 't',
      body: BODY,
      author: 'autodev',
      contentHash: contentHash(pull),
      headRef: 'topic',
      headSha: pull.head.sha,
      baseRef: 'main',
      baseSha: pull.base.sha,
      improvable: true,
      maxRounds: 3,
      onExhausted: 'human',
      model: 'none',
      language: 'en',
      limits: limitsOf(settings),
      again: {
        remarks: [remark('r1', 'dan', 'rename it')],
        questions: [{ key: 'c2', author: 'dan', body: 'Why so?' }],
        red: [],
        neverRan: [],
        rerun: [],
        flaky: [],
        remarkRounds: 0,
        ciRounds: 0,
        maxCiRounds: 3,
      },
      versions: { prompts: 1, verdicts: 1 },
      lesson: null,
    };
    return { forge, input, context };
  }
  test('at most a hundred remarks and ten questions are taken up at once, and strangers take nobody’s place', async () => {
    const { forge, context } = await ground();
    const { remarks } = forge.thread(REPO, 1);
    const say = async (login: string, count: number) => {
      const comments = Array.from(
        { length: count },
        () => ({ path: 'a', line: 1, side: 'RIGHT', body: 'no' }) as const,
      );
      await forge.as(login).review(REPO, 1, { sha: 'h', event: 'COMMENT', body: '', comments });
      for (let n = 0; n < count / 10; n += 1) await forge.as(login).comment(REPO, 1, 'Why?');
    };
    await say('stranger', 200);
    await say('ann', 150);
    assert.equal(remarks.length, 350);
    const asked: string[] = [];
    const trusts = (login: string) => {
      asked.push(login);
      return context.trusts(login);
    };
    const cause = await nextCause(await context.forge.pull(REPO, 1), { ...context, trusts });
    assert.deepEqual([cause.remarks.length, cause.questions.length], [100, 10]);
    assert.deepEqual([...new Set(cause.remarks.map(({ author }) => author))], ['ann']);
    assert.deepEqual(asked.toSorted(), ['ann', 'dan', 'stranger'], 'each is asked about once');
  });

  const look = async ({ input, context }: Awaited<ReturnType<typeof ground>>) => {
    await stillSaid(pullFlow, input, context);
    await preflight(pullFlow, input, input, history([]), context, 'session');
  };

  test('is obeyed as long as it stands there, and no longer', async () => {
    const stands = await ground();
    await look(stands);
    for (const [change, why] of [
      [({ forge }) => void forge.readers.add('dan'), /dan, who said .* no longer our trust/],
      [({ forge }) => void forge.thread(REPO, 1).comments.pop(), /dan said was edited or taken back/],
      [
        ({ forge }) => void Object.assign(forge.thread(REPO, 1).reviews[0] ?? {}, { state: 'DISMISSED' }),
        /dan said was edited or taken back/,
      ],
      [
        ({ forge }) => void Object.assign(forge.thread(REPO, 1).reviews[0] ?? {}, { body: 'rm -rf' }),
        /dan said was edited or taken back/,
      ],
    ] satisfies [(at: { forge: MemoryForge }) => void, RegExp][]) {
      const at = await ground();
      change(at);
      await assert.rejects(look(at), (error) => error instanceof Superseded && why.test(error.message));
    }
  });
});
