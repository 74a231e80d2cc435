import type { Machine } from '../machine/machine.ts';
import type { World } from '../world.ts';

/** Tells daemons that a repository changed: at once, late, twice, or never. Late ones overtake each other. */
export function openWebhooks(world: World, machines: readonly Machine[]): (repo: string) => void {
  const { chooser, time } = world;
  const wake = (repo: string) => {
    for (const { life } of machines) life?.daemon.wake(repo);
  };
  return (repo) => {
    const how = world.faults() ? chooser.pick('webhooks', ['missing', 'once', 'twice', 'late'], 0.6) : 'once';
    if (how === 'missing') return;
    time.after(how === 'late' ? 120_000 : 500, () => wake(repo));
    if (how === 'twice') time.after(20_000, () => wake(repo));
  };
}
