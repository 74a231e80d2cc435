import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { commandLines } from '../../../test/support/processes.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { processIsolation } from '../../host/sandbox/process-isolation.ts';
import { runId, workId } from '../../work/ids.ts';
import type { CheckResult } from './check-result.ts';
import { checkKept } from './checks.ts';
import type { StepContext } from '../engine/steps/context.ts';

const host = testHost();
const skip = (await processIsolation(host.processes, host.env)) === 'tree' && 'cannot be promised by looking';

/** Checks in a folder that stands for the clean checkout. */
async function check(path: string, checks: string[][], seconds = 60): Promise<CheckResult> {
  const commit = await host.git.text(['rev-parse', 'HEAD'], { cwd: path });
  const context = {
    host,
    settings: { setup: [], checks, check_timeout_secs: seconds },
    signal: new AbortController().signal,
    run: { id: runId(workId('issue', 'o/r', 1), 'abcdef0123456789', 1) },
    history: { lastCommit: () => commit },
    workspaces: {
      has: async () => true,
      checkout: (_repo: string, _commit: string, work: (path: string) => Promise<unknown>) => work(path),
    },
    input: { repo: 'o/r' },
  } as unknown as StepContext;
  return (await checkKept(context, commit)).result;
}

async function project() {
  const tmp = await tmpdir({ git: true });
  const identity = { name: 'T', email: 't@example.invalid' };
  await host.git.run(['commit', '-q', '--allow-empty', '-m', 'x'], { cwd: tmp.path, identity });
  return tmp;
}

describe('the checks of a repository', () => {
  test('end at the first failure, and show the end of what it said', async () => {
    await using tmp = await project();
    const done = await check(tmp.path, [['true'], ['sh', '-c', 'echo broken; exit 3'], ['touch', 'third']]);
    assert.deepEqual(
      done.commands.map(({ ok }) => ok),
      [true, false],
    );
    assert.equal(done.output, '$ sh -c echo broken; exit 3\nbroken\n(exit code 3)');
  });

  test('leave nothing alive, neither when they end nor when they take too long', { skip }, async () => {
    await using tmp = await project();
    const name = `1732.${process.pid}`;
    const script = `(env -i setsid sleep ${name}1 &) ; setsid sleep ${name}2 &`;
    const left = () => commandLines().filter((line) => line.startsWith(`sleep ${name}`));
    assert.equal((await check(tmp.path, [['sh', '-c', `${script} sleep 0.1`]])).ok, true);
    assert.deepEqual(left(), []);
    const slow = await check(tmp.path, [['sh', '-c', `${script} wait; sleep 60`]], 0.3);
    assert.match(slow.output, /took longer than 0.3 s/);
    assert.deepEqual(left(), []);
  });
});
