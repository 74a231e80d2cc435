import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startDemoForge } from '../../src/compose/repos/forge.ts';
import { testHost } from '../support/host.ts';
import { goodTeam, openPdcaWorld, PLAN } from '../support/pdca-world.ts';
import { tmpdir } from '../support/tmpdir.ts';

test('what keeps a run from starting is said before anything is paid, and the files stay as they are', async () => {
  await using world = await openPdcaWorld();
  world.rules(goodTeam(0));
  const refused = async (code: number, says: RegExp, ...words: string[]) => {
    const said = await world.auto(...words);
    assert.deepEqual(
      [said.code, says.test(said.err)],
      [code, true],
      `${words.join(' ')}: ${said.err}${said.out}`,
    );
    assert.doesNotMatch(said.out, /Phase 1/);
  };
  await refused(3, /context\.slack is not in config\.yaml/, 'x', '--slack', 'C1');
  await refused(3, /not a feature name[\s\S]*--feature a-b/, 'x', '--feature', '../a b');
  await refused(3, /not a feature name/, 'x', '--feature', '-rf');
  await refused(2, /unknown option/i, 'x', '--nonsense');
  writeFileSync(join(world.project, 'src/greet.ts'), 'mine\n');
  await refused(3, /not committed[\s\S]*src\/greet\.ts[\s\S]*--worktree/, 'x');
  assert.equal(world.read('src/greet.ts'), 'mine\n');
  world.git('checkout', '-q', '--', 'src/greet.ts');
  world.git('update-ref', 'refs/remotes/origin/feat/theirs', 'HEAD');
  await refused(3, /feat\/theirs is there already on origin/, 'x', '--feature', 'theirs');
  world.git('checkout', '-q', '--detach');
  await refused(3, /HEAD is detached/, 'x');
  rmSync(join(world.project, '.git'), { recursive: true });
  await refused(3, /no git repository/, 'x');
});

test('a build tool that cannot start ends the run unpaid, on the branch where the person was; a goal without a command is said', async () => {
  const bin = { 'package.json': JSON.stringify({ scripts: { build: 'no-such-tool --build' } }) };
  await using world = await openPdcaWorld({ files: bin });
  world.rules(goodTeam(0));
  const said = await world.auto('x', '--json');
  const end = said.lines.at(-1);
  assert.deepEqual([said.code, end?.['outcome'], end?.['sessions'], end?.['cost_usd']], [1, 'failed', 0, 0]);
  assert.match(String(end?.['reason']), /build cannot run here: .*no-such-tool/);
  const again = await world.auto('resume', 'x');
  assert.equal(again.code, 1, again.err);
  assert.match(again.out, /build cannot run here: .*no-such-tool[\s\S]*To go on: autodev auto resume x\n$/);
  assert.equal(world.git('for-each-ref', '--format=%(refname)'), 'refs/heads/main', 'the name is free again');
  assert.equal(world.git('branch', '--show-current'), 'main');
});

test('discovery: which tier and why; with --dry-run nothing is touched, also in a dirty tree', async () => {
  await using world = await openPdcaWorld();
  world.rules(goodTeam(0));
  const find = async () => {
    const said = await world.auto('--dry-run', '--json');
    assert.equal(said.code, 0, said.err);
    assert.deepEqual(
      said.lines.map(({ schema_version, at, event }) => [schema_version, typeof at, event]),
      [
        [1, 'string', 'discovery'],
        [1, 'string', 'end'],
      ],
    );
    assert.deepEqual([said.lines[1]?.['outcome'], said.lines[1]?.['sessions']], ['done', 0]);
    const { found, chosen } = said.lines[0] as {
      found: { tier: number; why: string }[];
      chosen: { tier: number } | null;
    };
    return {
      tiers: found.map(({ tier }) => tier),
      chosen: chosen?.tier ?? null,
      why: found.map(({ why }) => why).join('\n'),
    };
  };
  assert.deepEqual(await find(), {
    tiers: [5],
    chosen: null,
    why: 'nothing is broken or open; look for what could be simpler',
  });
  writeFileSync(join(world.project, 'src/more.ts'), '// TODO: say hello twice\n');
  world.git('add', '-A');
  // A test that fails and leaves a file behind.
  const red =
    "import { writeFileSync } from 'node:fs';\nimport { test } from 'node:test';\nwriteFileSync('left.txt', '');\ntest('red', () => { throw new Error('x'); });\n";
  writeFileSync(join(world.project, 'test/red.test.ts'), red);
  const before = world.git('status', '--porcelain');
  const found = await find();
  assert.deepEqual([found.tiers, found.chosen], [[2, 3, 4], 2]);
  assert.match(found.why, /failing: test: red[\s\S]*say hello twice[\s\S]*staged: src\/more\.ts/);
  assert.equal(world.git('status', '--porcelain'), before);
  assert.equal(world.git('for-each-ref', '--format=%(refname)'), 'refs/heads/main');
});

test('a dry run prints the score and the plan of phases, and writes nothing', async () => {
  await using world = await openPdcaWorld();
  world.rules(goodTeam(2));
  const said = await world.auto('add a farewell', '--dry-run');
  assert.equal(said.code, 0, said.err);
  assert.match(
    said.out,
    /=== Complexity ===\nFile scope: {3}1 \(3 files\)\n[\s\S]*Total: 2\/5 -> STANDARD\n==================\n/,
  );
  assert.match(
    said.out,
    /\[Phase 2\] DESIGN: design-writer: executor \(sonnet\)\n\[Phase 3\] DO: impl-manager/,
  );
  assert.deepEqual([world.git('status', '--porcelain'), world.git('branch', '--show-current')], ['', 'main']);
  // Each run tells of its own sessions and its own dollars.
  const again = (await world.auto('add a farewell', '--dry-run', '--json')).lines.at(-1);
  assert.deepEqual([again?.['sessions'], again?.['cost_usd']], [2, 0.02]);
});

test('in Korean and in Python: the block as the seed prints it, Korean headings pass the gates, an issue is opened once and skipped by the daemon', async () => {
  await using tmp = await tmpdir();
  const forge = await startDemoForge(testHost(), { data: join(tmp.path, 'forge') });
  try {
    const repo = (await forge.owner.request('POST', '/user/repos', { name: 'app' })) as {
      full_name: string;
      clone_url: string;
    };
    await using world = await openPdcaWorld({
      language: 'ko',
      kind: 'python',
      config: {
        github: { api_url: forge.apiUrl, token: forge.owner.token },
        repos: [{ name: repo.full_name, url: repo.clone_url }],
      },
    });
    world.git('remote', 'add', 'origin', repo.clone_url);
    const plan =
      '# 계획\n\n## 배경\n사람들은 떠난다. 그래서 인사가 필요하다. 파일은 아래와 같다.\n\n## 구현 범위\n- `app/leave.py` (신규)\n\n## 위험 요소\n없음\n';
    world.rules(
      goodTeam(0, [
        {
          when: { role: 'planner' },
          steps: [
            { do: 'write', path: PLAN, text: plan },
            { do: 'answer', value: { path: PLAN, summary: '계획' } },
          ],
        },
      ]),
    );
    const said = await world.auto('add a farewell');
    assert.equal(said.code, 0, said.err + said.out);
    assert.match(
      said.out,
      /=== 복잡도 판단 ===\n파일 범위: 0점 \(파일 1개\)\n아키텍처: 0점 \(기존 패턴 내 수정\)\n의존성: {3}0점 \(기존 의존성만 사용\)\n모듈 영향: 0점 \(모듈 1개\)\n사용자 명시: 0점\n총점: 0\/5 -> LIGHT\n===================\n/,
    );
    const issues = (await forge.owner.request('GET', `/repos/${repo.full_name}/issues`)) as {
      title: string;
      body: string;
      labels: { name: string }[];
    }[];
    assert.equal(issues.length, 1);
    assert.deepEqual(
      [issues[0]?.title, issues[0]?.labels.map(({ name }) => name).sort()],
      ['add-a-farewell', ['auto', 'autodev:skip']],
    );
    assert.match(issues[0]?.body ?? '', new RegExp(`^Plan: ${PLAN}\n`));
  } finally {
    await forge.close();
  }
});
