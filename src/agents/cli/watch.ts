import type { Clock, Timer } from '../../host/clock.ts';
import type { AgentLimits, StopReason } from '../agent.ts';

/** Watches one run: the first thing that ends it early is its reason, and aborts `signal`. */
export interface Watch {
  signal: AbortSignal;
  reason(): StopReason | undefined;
  stop(reason: StopReason): void;
  /** The agent gave a sign of life. The idle time runs from the first; `most` shortens it. */
  touch(most?: number): void;
  /** While a tool of the agent works, its silence is no sign of a hang; wall time still counts. */
  busy(working: boolean): void;
  turns(count: number): void;
  spent(costUsd: number): void;
  close(): void;
}

export function openWatch(
  clock: Clock,
  limits: AgentLimits,
  cancelled: readonly (AbortSignal | undefined)[],
): Watch {
  const control = new AbortController();
  let reason: StopReason | undefined;
  let idle: Timer | undefined;
  const stop = (why: StopReason) => {
    if (reason !== undefined) return;
    reason = why;
    control.abort(new Error(why));
  };
  const cancel = () => stop('cancelled');
  for (const signal of cancelled) {
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
  }
  // Nothing to spend: not even started.
  if (limits.budgetUsd <= 0) stop('budget_limit');
  const wall = clock.after(limits.wallMs, () => stop('wall_time'));
  let working = false;
  const touch = (most = Infinity) => {
    idle?.cancel();
    const ms = Math.min(limits.idleMs, most);
    idle = reason === undefined && !working ? clock.after(ms, () => stop('idle')) : undefined;
  };
  return {
    signal: control.signal,
    reason: () => reason,
    stop,
    touch,
    busy: (now) => {
      if (now === working) return;
      working = now;
      touch();
    },
    turns: (count) => {
      if (count > limits.turns) stop('turn_limit');
    },
    spent: (costUsd) => {
      if (costUsd > limits.budgetUsd) stop('budget_limit');
    },
    close: () => {
      wall.cancel();
      idle?.cancel();
      for (const signal of cancelled) signal?.removeEventListener('abort', cancel);
    },
  };
}
