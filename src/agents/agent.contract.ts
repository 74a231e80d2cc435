import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { analysisResult, schemaFor } from '../work/verdicts.ts';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { commandLines, tagged, until } from '../../test/support/processes.ts';
import type { Turn } from '../../test/support/model/turn.ts';
import { runToEnd, type Agent, type AgentEvent, type AgentName, type AgentRequest } from './agent.ts';

/** What every agent keeps, whatever is behind it. What one cannot do is declared with its reason. */
export interface ContractSubject {
  name: AgentName;
  /** The agent over a model that takes these turns. */
  open(turns: readonly Turn[]): Promise<ContractBench>;
  /** How many wrong answers it takes in itself before it gives up, 1 unless told. */
  wrongAnswers?: number;
  cannot?: Partial<Record<ContractCase, string>>;
  /** Only these cases, for a second look under other conditions. */
  only?: { cases: readonly ContractCase[]; because: string };
}

export interface ContractBench extends AsyncDisposable {
  agent: Agent;
  cwd: string;
  request(given: Partial<AgentRequest> & Pick<AgentRequest, 'prompt'>): AgentRequest;
  /** Sessions or model calls that were paid for. */
  calls(): Promise<number>;
}

export type ContractCase = keyof typeof CASES;

const schema = schemaFor('analysis', analysisResult);
const GOOD = { verdict: 'implement', confidence: 0.9, summary: 'clear' };
const BAD = { verdict: 'perhaps', summary: '' };
const LIMITS = { turns: 12, budgetUsd: 10, wallMs: 60_000, idleMs: 30_000 };
/** Never allowed into an agent's environment, whoever passes it on. */
const SECRETS = { GITHUB_TOKEN: 'forge-secret', GH_TOKEN: 'forge-secret', SSH_AUTH_SOCK: '/forge-secret' };

const CASES = {
  'a run is a stream that begins with started and ends with its result': async ({ open }: Harness) => {
    await using bench = await open([{ say: 'hello there' }]);
    const events: AgentEvent[] = [];
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'say hello' }), (e) => events.push(e));
    assert.equal(events[0]?.type, 'started');
    assert.equal(events.at(-1)?.type, 'finished');
    assert.equal(events.filter((event) => event.type === 'finished').length, 1);
    assert.ok(events.some((event) => event.type === 'text' && event.text.includes('hello there')));
    assert.equal(result.ok, true, result.text);
    assert.equal(result.stopReason, 'completed');
    assert.equal(result.text, 'hello there');
    assert.notEqual(result.sessionId, '');
    assert.ok(result.costUsd > 0 && result.tokens.input > 0 && result.tokens.output > 0);
    assert.ok(result.turns >= 1 && result.durationMs >= 0);
  },
  'edits below the working directory really happen': async ({ open }: Harness) => {
    await using bench = await open([{ write: 'made.txt', text: "it's here\n" }, { say: 'written' }]);
    const events: AgentEvent[] = [];
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'write' }), (e) => events.push(e));
    assert.equal(result.ok, true, result.text);
    assert.equal(readFileSync(join(bench.cwd, 'made.txt'), 'utf8'), "it's here\n");
    const tool = events.find((event) => event.type === 'tool');
    assert.ok(tool !== undefined);
    assert.ok(events.some((event) => event.type === 'tool_result' && event.id === tool.id && event.ok));
  },
  'a run that may only read changes nothing': async ({ open }: Harness) => {
    await using bench = await open([
      { write: 'made.txt', text: 'x' },
      { bash: 'echo x > shell.txt' },
      { say: 'tried' },
    ]);
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'write', access: 'read' }));
    assert.deepEqual(
      readdirSync(bench.cwd).filter((name) => name.endsWith('.txt')),
      [],
    );
    assert.equal(result.stopReason, 'completed', result.text);
  },
  'an edit outside the working directory is refused': async ({ open }: Harness) => {
    await using other = await tmpdir();
    const path = join(other.path, 'made.txt');
    await using bench = await open([{ write: path, text: 'x' }, { say: 'tried' }]);
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'write' }));
    assert.ok(!existsSync(path));
    assert.equal(result.stopReason, 'completed', result.text);
  },
  'a verdict comes back checked': async ({ open }: Harness) => {
    await using bench = await open([{ answer: GOOD }]);
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'judge', schema, access: 'read' }));
    assert.equal(result.ok, true, result.text);
    assert.deepEqual(result.structured, analysisResult.parse(GOOD));
  },
  'an invalid verdict is asked for once more, and both are paid': async ({ open, wrongAnswers }: Harness) => {
    await using once = await open([{ answer: GOOD }]);
    const single = await runToEnd(once.agent, once.request({ prompt: 'judge', schema, access: 'read' }));
    await using bench = await open([...wrong(wrongAnswers ?? 1), { answer: GOOD }]);
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'judge', schema, access: 'read' }));
    assert.equal(result.ok, true, result.text);
    assert.deepEqual(result.structured, analysisResult.parse(GOOD));
    assert.ok(result.costUsd > single.costUsd * 1.5, `${result.costUsd} against ${single.costUsd}`);
  },
  'a verdict that never comes is a failure': async ({ open }: Harness) => {
    await using bench = await open([
      { say: 'I would rather not' },
      { say: 'no' },
      { say: 'no' },
      { say: 'no' },
    ]);
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'judge', schema, access: 'read' }));
    assert.equal(result.ok, false);
    assert.equal(result.stopReason, 'no_answer');
    assert.equal(result.structured, undefined);
    assert.ok(result.costUsd > 0);
  },
  'an error of the API is named': async ({ open }: Harness) => {
    await using bench = await open(faults({ status: 400 }));
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go', schema }));
    assert.equal(result.ok, false);
    assert.equal(result.stopReason, 'api_error', result.text);
    assert.notEqual(result.text, '');
  },
  'a server of the model that fails is a model out of reach, not a fault of the work': async ({
    open,
  }: Harness) => {
    await using bench = await open(faults({ status: 500 }));
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go', schema }));
    assert.equal(result.ok, false);
    assert.equal(result.stopReason, 'unreachable', result.text);
    assert.notEqual(result.text, '');
  },
  'an agent that is not logged in says what to do': async ({ open }: Harness) => {
    await using bench = await open(faults({ status: 401 }));
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go' }));
    assert.equal(result.stopReason, 'not_logged_in', result.text);
    assert.match(result.text, /log ?in|_API_KEY/i);
  },
  'silence beyond the idle time ends the run': async ({ open }: Harness) => {
    await using bench = await open(faults('hang'));
    const request = bench.request({ prompt: 'go', limits: { ...LIMITS, idleMs: 2_500 } });
    assert.equal((await runToEnd(bench.agent, request)).stopReason, 'idle');
  },
  'the wall time ends the run': async ({ open }: Harness) => {
    await using bench = await open(faults('hang'));
    const request = bench.request({ prompt: 'go', limits: { ...LIMITS, wallMs: 2_500 } });
    const result = await runToEnd(bench.agent, request);
    assert.equal(result.stopReason, 'wall_time');
    assert.equal(result.ok, false);
  },
  'the limit of turns ends the run': async ({ open }: Harness) => {
    await using bench = await open([
      ...Array.from({ length: 8 }, (_, i) => ({ bash: `echo ${i}` })),
      { say: 'x' },
    ]);
    const request = bench.request({ prompt: 'go', limits: { ...LIMITS, turns: 3 } });
    const result = await runToEnd(bench.agent, request);
    assert.equal(result.stopReason, 'turn_limit', result.text);
    assert.ok(result.costUsd > 0);
  },
  'the budget ends the run, and what was spent is told': async ({ open }: Harness) => {
    const dear = { usage: { input: 400_000, output: 1_000 } };
    const turns = Array.from({ length: 8 }, (_, i) => ({ bash: `echo ${i}; sleep 0.3`, ...dear }));
    await using bench = await open([...turns, { say: 'x' }]);
    const request = bench.request({ prompt: 'go', limits: { ...LIMITS, budgetUsd: 0.9 } });
    const result = await runToEnd(bench.agent, request);
    assert.equal(result.stopReason, 'budget_limit', result.text);
    assert.ok(result.costUsd > 0.9, String(result.costUsd));
    assert.ok((await bench.calls()) < 8);
  },
  'without a budget nothing is started': async ({ open }: Harness) => {
    await using bench = await open([{ say: 'never' }]);
    const request = bench.request({ prompt: 'go', limits: { ...LIMITS, budgetUsd: 0 } });
    assert.equal((await runToEnd(bench.agent, request)).stopReason, 'budget_limit');
    assert.equal(await bench.calls(), 0);
  },
  'a session goes on where it stopped': async ({ open }: Harness) => {
    await using bench = await open([{ say: 'first' }, { say: 'second' }]);
    const first = await runToEnd(bench.agent, bench.request({ prompt: 'remember the word heron' }));
    const second = await runToEnd(
      bench.agent,
      bench.request({ prompt: 'which word?', resume: first.sessionId }),
    );
    assert.equal(second.ok, true, second.text);
    assert.equal(second.text, 'second');
    assert.equal(second.sessionId, first.sessionId);
    assert.ok(second.costUsd < first.costUsd * 1.5, 'only the second part is booked on the second run');
  },
  'the environment of its commands holds the allow-list and the tag, and no forge token': async ({
    open,
  }: Harness) => {
    await using bench = await open([
      { bash: 'env > seen.txt; cat /proc/$PPID/environ >> seen.txt 2>&1' },
      { say: 'x' },
    ]);
    const base = bench.request({ prompt: 'env', tag: 'tag-77' });
    await runToEnd(bench.agent, { ...base, env: { ...base.env, ...SECRETS } });
    const seen = readFileSync(join(bench.cwd, 'seen.txt'), 'utf8');
    assert.match(seen, /^AUTODEV_RUN=tag-77$/m);
    assert.ok(!seen.includes('forge-secret'));
    assert.match(seen, /^GIT_TERMINAL_PROMPT=0$/m);
    const names = [...seen.split('\0')[0]!.matchAll(/^([A-Za-z_]\w*)=/gm)].map((match) => match[1] ?? '');
    // What the CLIs and the shell set by themselves, whatever they are given.
    const theirs = /^(CLAUDE|CODEX|GEMINI|ANTHROPIC|OPENAI|GOOGLE|AI_AGENT|NODE|npm_|OTEL|COREPACK)/;
    const shell =
      /^(_|PWD|OLDPWD|SHLVL|SHELL|TERM|COLORTERM|NO_COLOR|(GIT_|GH_)?PAGER|GIT_EDITOR|LC_ALL|LC_CTYPE|DISABLE_AUTOUPDATER|DEBIAN_FRONTEND|PYTHON\w*|GCM_INTERACTIVE|GIT_\w+|DISPLAY|DBUS_SESSION_BUS_ADDRESS|LESS|EDITOR|VISUAL|CI|USER|LOGNAME|SSH_ASKPASS|GH_PROMPT_DISABLED|NoDefaultCurrentDirectoryInExePath)$/;
    const allowed = new Set([...Object.keys(base.env), 'TMPDIR', 'TZ', 'AUTODEV_RUN', 'AUTODEV_SESSION']);
    const unknown = names.filter((name) => !allowed.has(name) && !theirs.test(name) && !shell.test(name));
    assert.deepEqual(unknown, []);
  },
  'a cancelled run before it starts does nothing': async ({ open }: Harness) => {
    await using bench = await open([{ write: 'made.txt', text: 'x' }]);
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go', signal: AbortSignal.abort() }));
    assert.equal(result.stopReason, 'cancelled');
    assert.equal(result.costUsd, 0);
    assert.equal(await bench.calls(), 0);
  },
  'cancelled during start-up, nothing of it is alive': async ({ open }: Harness) => {
    await using bench = await open([{ say: 'late' }]);
    const control = new AbortController();
    const tag = uniqueTag();
    const running = runToEnd(bench.agent, bench.request({ prompt: 'go', tag, signal: control.signal }));
    await until(() => tagged(tag).length > 0);
    control.abort();
    assert.equal((await running).stopReason, 'cancelled');
    assert.deepEqual(tagged(tag), []);
  },
  'cancelled during a call of the model, nothing of it is alive': async ({ open }: Harness) => {
    await using bench = await open(faults('hang'));
    const control = new AbortController();
    const tag = uniqueTag();
    const running = runToEnd(bench.agent, bench.request({ prompt: 'go', tag, signal: control.signal }));
    await until(async () => (await bench.calls()) > 0);
    control.abort();
    assert.equal((await running).stopReason, 'cancelled');
    assert.deepEqual(tagged(tag), []);
  },
  'cancelled while a command has children of its own, nothing of it is alive': async ({ open }: Harness) => {
    const tag = uniqueTag();
    const nap = (n: number) => `sleep 7${process.pid}${n}.${tag.slice(-4)}`;
    const children = `${nap(1)} & env -i setsid ${nap(2)} & (env -i setsid ${nap(3)} &) ; nohup ${nap(4)} & sleep 0.4; : > ready; ${nap(5)}`;
    await using bench = await open([{ bash: children }, { say: 'x' }]);
    const control = new AbortController();
    const running = runToEnd(bench.agent, bench.request({ prompt: 'go', tag, signal: control.signal }));
    await until(() => existsSync(join(bench.cwd, 'ready')));
    const naps = () =>
      commandLines().filter(
        (line) => line.startsWith(`sleep 7${process.pid}`) && line.includes(tag.slice(-4)),
      );
    await until(() => naps().length === 5);
    control.abort();
    assert.equal((await running).stopReason, 'cancelled');
    assert.deepEqual(naps(), []);
    assert.deepEqual(tagged(tag), []);
  },
  'a finished run leaves nothing behind either': async ({ open }: Harness) => {
    const tag = uniqueTag();
    const nap = `sleep 8${process.pid}.${tag.slice(-4)}`;
    await using bench = await open([
      { bash: `(env -i setsid ${nap} > /dev/null 2>&1 &) ; sleep 0.3` },
      { say: 'x' },
    ]);
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go', tag }));
    assert.equal(result.ok, true, result.text);
    assert.deepEqual(
      commandLines().filter((line) => line.startsWith(nap)),
      [],
    );
    assert.deepEqual(tagged(tag), []);
  },
  'a reader that walks away stops the run': async ({ open }: Harness) => {
    await using bench = await open(faults('hang'));
    const tag = uniqueTag();
    for await (const event of bench.agent.run(bench.request({ prompt: 'go', tag }))) {
      if (event.type === 'started') break;
    }
    assert.deepEqual(tagged(tag), []);
  },
};

type Harness = Pick<ContractSubject, 'open' | 'wrongAnswers'>;

export function agentContract(subject: ContractSubject): void {
  const { only } = subject;
  const title = `${subject.name} keeps the contract of agents${only ? ` (${only.because})` : ''}`;
  describe(title, { concurrency: 2 }, () => {
    for (const [name, body] of Object.entries(CASES)) {
      if (only !== undefined && !only.cases.includes(name as ContractCase)) continue;
      const reason = subject.cannot?.[name as ContractCase];
      test(name, { skip: reason ?? false, timeout: 90_000 }, () => body(subject));
    }
  });
}

const wrong = (times: number): Turn[] => Array.from({ length: times }, () => ({ answer: BAD }));
const faults = (fault: Extract<Turn, { fault: unknown }>['fault']): Turn[] =>
  Array.from({ length: 20 }, () => ({ fault }));

let tags = 0;
function uniqueTag(): string {
  tags += 1;
  return `contract-${process.pid}-${String(1_000 + tags)}`;
}
