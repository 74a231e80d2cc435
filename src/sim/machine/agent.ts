import type { Agent, AgentEvent, AgentRequest, AgentResult, StopReason } from '../../agents/agent.ts';
import type { Clock } from '../../host/clock.ts';
import { sha256 } from '../../host/hash.ts';
import { NO_TOKENS } from '../../work/prices.ts';
import type { Chooser } from '../chooser.ts';
import type { Disk } from './disk.ts';

/** How sessions end that do not end well, the plainest first. */
const FAILURES = [
  'crashed',
  'no_answer',
  'nonsense',
  'wall_time',
  'limit',
  'api_error',
  'unreachable',
  'not_logged_in',
] as const;
type Ending = 'well' | (typeof FAILURES)[number];

interface Parts {
  clock: Clock;
  chooser: Chooser;
  disk: Disk;
  /** Reviews are never content. */
  strict: boolean;
  /** Whether sessions may fail at all. */
  faults: () => boolean;
  began(request: AgentRequest): { ended(result: { ending: Ending; costUsd: number }): void };
}

/** An agent without a model: what it does and says, how long it takes and what it costs is chosen. */
export function simAgent(parts: Parts): Agent {
  return {
    name: 'scripted',
    run: (request) => session(parts, request),
    probe: async () => ({ name: 'scripted', usable: true, path: null, version: null, problems: [] }),
  };
}

async function* session(parts: Parts, request: AgentRequest): AsyncIterable<AgentEvent> {
  const { clock, chooser } = parts;
  const stream = `session:${request.role}`;
  const odds = parts.faults() ? 0.2 : 0;
  const ending: Ending = odds === 0 ? 'well' : chooser.pick(stream, ['well', ...FAILURES], odds);
  const minutes = ending === 'wall_time' ? 0 : chooser.pick(stream, [2, 1, 12, 50], 0.3);
  const costUsd = chooser.pick(stream, [0.1, 0.02, 0.4, 1.5], 0.3);
  const seen = parts.began(request);
  yield { type: 'started', sessionId: 'sim', model: request.model };
  const over = await clock
    .sleep(ending === 'wall_time' ? request.limits.wallMs : minutes * 60_000, request.signal)
    .then(
      () => true,
      () => false,
    );
  const paid = over && ending !== 'not_logged_in' && ending !== 'unreachable' ? costUsd : 0;
  yield { type: 'usage', tokens: NO_TOKENS, costUsd: paid };
  const structured = over && ending === 'well' ? answer(parts, stream, request) : undefined;
  const how: Ending = over ? ending : 'crashed';
  seen.ended({ ending: how, costUsd: paid });
  const stopped: StopReason = over ? reasonOf(ending) : 'cancelled';
  const result: AgentResult = {
    ok: over && (ending === 'well' || ending === 'nonsense'),
    stopReason: stopped,
    text: ending === 'well' ? 'did it' : `the session ended: ${ending}`,
    resetsAt: ending === 'limit' ? clock.now() + 45 * 60_000 : undefined,
    structured: ending === 'nonsense' ? { verdict: 'perhaps' } : structured,
    sessionId: 'sim',
    model: request.model,
    costUsd: paid,
    tokens: NO_TOKENS,
    turns: 1,
    denials: [],
    durationMs: minutes * 60_000,
    exitCode: 0,
    stderrTail: '',
  };
  yield { type: 'finished', result };
}

function reasonOf(ending: Ending): StopReason {
  return ending === 'well' || ending === 'nonsense' ? 'completed' : ending;
}

/** What it answers; sessions that may write change files first. */
function answer({ chooser, disk, clock, strict }: Parts, stream: string, request: AgentRequest): unknown {
  const { role, cwd } = request;
  if (role === 'analyze') {
    const verdict = chooser.pick(stream, ['implement', 'unsure', 'needs_clarification', 'wontfix'], 0.15);
    return verdict === 'unsure'
      ? { verdict: 'implement', confidence: 0.2, summary: 'perhaps' }
      : { verdict, confidence: 0.9, summary: 'looked at' };
  }
  if (role === 'review' && strict) return review('must');
  if (role === 'review') return review(chooser.pick(stream, ['approve', 'must', 'info'], 0.3));
  if (request.access === 'write') {
    const file = chooser.pick(stream, ['own', 'shared', 'none'], 0.2);
    const worktree = disk.worktrees.get(cwd);
    const name = file === 'own' ? `${worktree?.name ?? 'x'}.ts` : 'shared.ts';
    if (file !== 'none' && worktree !== undefined) {
      const text = sha256(`${request.tag} ${clock.monotonic()}`).slice(0, 12);
      for (const [path, old] of worktree.tree) if (old.startsWith('<<<<<<<')) worktree.tree.set(path, text);
      worktree.tree.set(name, text);
      worktree.modifiedAt = clock.now();
    }
    if (request.schema?.name === 'improvement') return { summary: 'done', answers: [] };
  }
  return {};
}

function review(kind: 'approve' | 'must' | 'info'): unknown {
  if (kind === 'approve') return { verdict: 'approve', summary: 'good' };
  const severity = kind === 'must' ? 'must' : 'info';
  const comments = [{ path: 'shared.ts', line: 1, body: 'this is wrong', severity, category: 'other' }];
  return { verdict: 'request_changes', summary: 'not yet', comments };
}
