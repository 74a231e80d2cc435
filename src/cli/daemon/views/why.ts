import { openClient } from '../../../api/control/client.ts';
import { openNews } from '../../../render/news.ts';
import type { Explanation } from '../../../api/explanation.ts';
import { why } from '../../../daemon/control/why.ts';
import { systemClock } from '../../../host/clock.ts';
import type { RecordedEvent } from '../../../work/events.ts';
import type { Input } from '../../command.ts';
import { palette, type Palette } from '../../io.ts';
import { ago, at } from '../../../render/moments.ts';
import { oneLine } from '../../../render/one-line.ts';
import { inert } from '../../../render/visible.ts';
import { readStore } from '../stores.ts';
import { findWorkOf } from '../work-id.ts';

const LAST_EVENTS = 8;

export async function run(input: Input): Promise<void> {
  const { io, json, home, signal } = input;
  const now = systemClock.now();
  const told = await readStore(home, async (store) => {
    const asked = await openClient(home, { signal }).why(
      await findWorkOf(store, input.args, { unseen: true }),
    );
    if (asked !== undefined) return asked;
    const work = await findWorkOf(store, input.args);
    const { sharedItem } = await import('../../../daemon/cluster/shared-status.ts');
    return why(work, { store, now, elsewhere: await sharedItem(store, work) });
  });
  if (json) io.out(`${JSON.stringify(told)}\n`);
  else io.out(explanationText(inert(told), io.outIsTerminal ? now : null, palette(io.color)));
}

/** The last error, unless the first line of the page says it already. */
function failuresText({ failures, last_error: error, because }: Explanation): string {
  return error === null || because.endsWith(error) ? String(failures) : `${failures}, last: ${error}`;
}

function explanationText(told: Explanation, now: number | null, { bold, dim, cyan }: Palette): string {
  const fact = (name: string, text: string | null) =>
    text === null ? [] : [`  ${name.padEnd(10)} ${oneLine(text)}`];
  const lineOf = openNews();
  const recent = (told.events as unknown as RecordedEvent[])
    .flatMap((event) => {
      const line = lineOf(event);
      return line === undefined
        ? []
        : [`  ${dim(ago(event.at, now).padStart(now === null ? 0 : 14))}  ${line}`];
    })
    .slice(-LAST_EVENTS);
  return `${[
    [bold(told.id), told.title].filter(Boolean).join('  '),
    `${cyan(told.state)}: ${oneLine(told.because)}`,
    '',
    ...fact('waits for', told.waits_for),
    ...fact('wakes', told.wakes_at === null ? null : at(told.wakes_at, now)),
    ...fact('next', told.next),
    ...fact('failures', told.failures === 0 ? null : failuresText(told)),
    ...fact('labels', told.labels === null ? null : told.labels.join(', ') || 'none'),
    ...fact('cost', `$${told.cost_usd.toFixed(2)}`),
    ...fact('daemon', told.daemon === 'running' ? null : told.daemon),
    ...(recent.length === 0 ? [] : ['', ...recent]),
  ].join('\n')}\n`;
}
