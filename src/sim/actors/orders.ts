import type { CommandInput } from '../../api/control/command.ts';
import { PAUSED } from '../../daemon/control/remembered.ts';
import type { Machine } from '../machine/machine.ts';
import { parseWorkId } from '../../work/ids.ts';
import { askAgain, type World } from '../world.ts';

/** What a person orders on the command line, and what else happens to a machine: its clock, its configuration. */
const KINDS = [
  'answer',
  'retry',
  'cancel',
  'stop',
  'clock forward',
  'clock back',
  'reload',
  'kill',
  'scan',
  'pause',
] as const;
/** Whoever pauses a daemon lets it go on after so many minutes. */
const PAUSES = [5, 30, 120] as const;

export function openOrders(world: World, machines: readonly Machine[]): void {
  const { chooser, trace } = world;
  const next = () => {
    const minutes = chooser.pick('orders', [0, 1, 3, 8, 20, 60], 0.7);
    if (minutes === 0) return;
    world.expects(minutes * 60_000, () => {
      if (!world.faults()) return;
      const kind = chooser.pick('orders', KINDS);
      const machine = machines[chooser.choose('orders', machines.length)];
      if (machine !== undefined) obey(world, machine, kind, (what) => trace.add(machine.id, what));
      next();
    });
  };
  next();
}

function obey(
  world: World,
  machine: Machine,
  kind: (typeof KINDS)[number],
  say: (what: string) => void,
): void {
  const { chooser } = world;
  const tell = (order: CommandInput) => {
    say(`is told: ${Object.values(order).join(' ')}`);
    machine.life?.tell(order).catch((error: unknown) => say(`refuses: ${String(error)}`));
  };
  switch (kind) {
    case 'answer': {
      const asked = machine.disk.db.get<{ work: string; options: string }>(
        'SELECT work_id AS work, options FROM questions WHERE answer IS NULL AND void_reason IS NULL',
      );
      if (asked === undefined) return;
      const options = JSON.parse(asked.options) as string[];
      const text = options[chooser.choose('orders', options.length)] ?? 'yes, please';
      tell({ name: 'answer', work: asked.work, text, by: 'person' });
      return;
    }
    case 'retry':
    case 'cancel': {
      const runs = machine.disk.db.all<{ work: string }>(
        'SELECT DISTINCT work_id AS work FROM runs ORDER BY rowid',
      );
      const chosen = runs[chooser.choose('orders', runs.length)];
      if (chosen !== undefined) {
        const { repo, number } = parseWorkId(chosen.work);
        askAgain(world, `${repo}#${number}`);
      }
      if (chosen !== undefined) tell({ name: kind, work: chosen.work });
      return;
    }
    case 'stop':
      if (machine.life !== undefined) say('is told to stop');
      machine.life?.stop();
      return;
    case 'clock forward':
    case 'clock back':
      machine.skew += (kind === 'clock forward' ? 1 : -1) * chooser.pick('orders', [60, 600, 7_200]) * 1_000;
      say(`${kind}: it is off by ${machine.skew / 1_000} s`);
      return;
    case 'reload':
      reload(world, say);
      machine.life?.daemon.wake();
      return;
    case 'kill':
      machine.kill('dies');
      return;
    case 'scan':
      tell({ name: 'scan' });
      return;
    case 'pause':
      tell({ name: 'pause' });
      goOnAfter(world, machine, chooser.pick('orders', PAUSES), () => tell({ name: 'resume' }));
      return;
  }
  kind satisfies never;
}

/** Asked until it holds: a daemon that is down remembers that it was paused. */
function goOnAfter(world: World, machine: Machine, minutes: number, resume: () => void): void {
  world.expects(minutes * 60_000, () => {
    const kept = machine.disk.db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', PAUSED);
    if (kept?.value !== 'yes' && machine.life?.daemon.paused !== true) return;
    resume();
    goOnAfter(world, machine, 5, resume);
  });
}

function reload(world: World, say: (what: string) => void): void {
  const { chooser, settings, time, changedAt, ground } = world;
  const what = chooser.pick('orders', ['auto_merge', 'merge_require_ci', 'max_concurrent', 'per_item_usd']);
  const { repo, daemon } = settings;
  if (what === 'auto_merge')
    world.settings = { ...settings, repo: { ...repo, auto_merge: !repo.auto_merge } };
  else if (what === 'merge_require_ci')
    world.settings = { ...settings, repo: { ...repo, merge_require_ci: !repo.merge_require_ci } };
  else if (what === 'max_concurrent')
    world.settings = { ...settings, daemon: { ...daemon, max_concurrent: daemon.max_concurrent + 1 } };
  else
    world.settings = {
      ...settings,
      repo: { ...repo, budget: { ...repo.budget, per_item_usd: repo.budget.per_item_usd + 1 } },
    };
  for (const place of ground.places.values())
    for (const number of place.threads.keys()) {
      changedAt.set(`${place.name}#${number}`, time.now());
      // An approval belongs to the rules that it was given by: by others it is asked for anew.
      if (what === 'merge_require_ci') askAgain(world, `${place.name}#${number}`);
    }
  say(`the configuration changes: ${what}`);
}
