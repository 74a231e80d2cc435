import { readEnvironment, userName } from '../../config/environment.ts';
import { systemClock } from '../../host/clock.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import type { Source } from '../../api/board/source.ts';
import type { Input } from '../command.ts';

export async function runTerminal({ io, home, signal }: Input): Promise<number> {
  if (!io.inIsTerminal || !io.outIsTerminal || readEnvironment()['TERM'] === 'dumb')
    throw new AutodevError('usage', 'the dashboard needs a terminal', {
      hint: 'use autodev status, which prints what there is; autodev status --watch keeps printing it',
    });
  const [{ runDashboard }, { openConsole }] = await Promise.all([
    import('../../tui/dashboard.ts'),
    import('./console.ts'),
  ]);
  using terminal = openConsole();
  return await runDashboard({
    source: lazily(async () => (await import('./source.ts')).openSource(home, signal)),
    terminal,
    time: systemClock,
    color: io.color,
    user: userName(),
    openPage: async (url) => (await import('./open-page.ts')).openPage(url),
    words,
    signal,
  });
}

function words(error: unknown): string {
  const hint = error instanceof AutodevError && error.hint !== undefined ? ` (${error.hint})` : '';
  return `${messageOf(error)}${hint}`;
}

/** The frame stands before what reads the store is loaded. */
function lazily(open: () => Promise<Source>): Source {
  let opened: Promise<Source> | undefined;
  const source = () => (opened ??= open());
  return {
    snapshot: async () => (await source()).snapshot(),
    item: async (id) => (await source()).item(id),
    tell: async (command) => (await source()).tell(command),
    follow: async (...how) => (await source()).follow(...how),
  };
}
