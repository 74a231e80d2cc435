import type { AgentEvent, AgentResult } from './agent.ts';

/**
 * Turns work that emits events into a stream that ends with `finished`. The work does not wait for the
 * reader, so a slow log cannot look like an idle agent. A reader that walks away stops the work.
 */
export async function* eventStream(
  produce: (emit: (event: AgentEvent) => void, abandoned: AbortSignal) => Promise<AgentResult>,
): AsyncGenerator<AgentEvent, void, void> {
  const queue: AgentEvent[] = [];
  const abandoned = new AbortController();
  let wake = () => {};
  let done = false;
  const emit = (event: AgentEvent) => {
    queue.push(event);
    wake();
  };
  const work = produce(emit, abandoned.signal)
    .then((result) => emit({ type: 'finished', result }))
    .finally(() => {
      done = true;
      wake();
    });
  // A failure is thrown to the reader below; without a handler it would end the process before that.
  work.catch(() => {});
  try {
    for (;;) {
      for (let event = queue.shift(); event !== undefined; event = queue.shift()) yield event;
      if (done) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    await work;
  } finally {
    abandoned.abort();
    await work.catch(() => {});
  }
}
