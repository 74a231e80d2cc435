import { isActiveAt, nextActiveAt } from '../config/active-hours.ts';
import { messageOf } from '../work/errors.ts';
import { parseWorkId } from '../work/ids.ts';
import type { WorkItem } from '../work/item.ts';
import type { Language } from '../workflows/words.ts';
import { openAlarm } from './alarm.ts';
import { openHeld } from './waiting/held.ts';
import type { Daemon } from './daemon.ts';
import { drain } from './running/drain.ts';
import { openHousekeeping } from './housekeeping.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';
import { prospect } from './intake/prospect.ts';
import { release } from './leaving/release.ts';
import { sayLeft } from './leaving/say-left.ts';
import { hold } from './claims/hold.ts';
import { claimRenewal } from './claims/renew-claims.ts';
import { openRounds } from './intake/rounds.ts';
import { openRunner } from './running/runner.ts';
import { limitsOf, pick } from './running/schedule.ts';
import { within } from './running/within.ts';
import { wordParts } from './words/word-parts.ts';
import { heedWords } from './words/words.ts';

/** How long a person who pauses waits for a scan to end. */
const PATIENCE_MS = 10_000;

/**
 * The loop: tick, pause, until it is told to stop; then the drain. A tick keeps house, renews claims, looks at the
 * repositories that are due and starts what the schedule picks.
 */
export function openDaemon(parts: DaemonParts): Daemon {
  const { host, queues, bus, settings } = parts;
  const alarm = openAlarm(host.clock);
  const housekeeping = openHousekeeping(parts);
  const renewClaims = claimRenewal(parts);
  const rounds = openRounds(
    { ...parts, isPaused: () => paused },
    () => runner.busy,
    (repo, changed, at) => heedWords(wordParts(parts, daemon), repo, changed, at),
  );
  // What one item leaves behind is often another's beginning (a pull request, an approval): look there again soon.
  const runner = openRunner(parts, (repo, progress) => {
    if (progress) rounds.hurry(repo);
    else rounds.disturb();
    alarm.ring();
  });
  const held = openHeld(parts, (id) => runner.standing(id).running);
  /** Also of repositories that are no longer watched: what is left there is given back in their language. */
  const languages = new Map<string, Language>();
  const hurry = new AbortController();
  let paused = false;
  let looking: Promise<void> = Promise.resolve();

  const run = async (stop: AbortSignal) => {
    while (!stop.aborted) {
      await tick(stop).catch((error: unknown) =>
        bus.emit({ type: 'error', work: null, message: messageOf(error), why: null }),
      );
      await alarm.pause(settings().tick_interval_secs * 1_000, stop);
    }
    await bus.emit({ type: 'daemon.stopping', reason: messageOf(stop.reason) });
    await drain(parts, runner, hurry.signal);
    if (parts.handsOver !== true) for (const item of queues.all()) await giveBack(item);
    await bus.emit({ type: 'daemon.stopped' });
  };

  const tick = async (stop: AbortSignal) => {
    await parts.beforeTick?.();
    const repos = await parts.repos();
    for (const { name, language } of repos) languages.set(name, language);
    held.know(repos);
    // What was postponed until an agent works again is found by a scan: not at the next one that is due, but now.
    if (held.ended()) rounds.hurry();
    await housekeeping.keep(repos);
    await renewClaims(repos);
    // No new work is begun; what people say to what is there counts all the same.
    if (paused || restsUntil() !== null) return rounds.listen(repos, stop);
    looking = rounds.look(repos, stop);
    await looking;
    const watched = await parts.repos();
    if (!stop.aborted && !paused) startPicked(watched);
  };

  const startPicked = (repos: readonly WatchedRepo[]) => {
    for (let item = next(); item !== undefined; item = next()) {
      const { repo: name } = item;
      const repo = repos.find((each) => each.name === name);
      // The repository was removed or disabled meanwhile: nothing happens to it any more.
      if (repo === undefined) void giveBack(item);
      else {
        held.starts(item);
        runner.start(repo, item);
      }
    }
  };

  const next = (): WorkItem | undefined => {
    const { maxConcurrent, maxConcurrentPerRepo } = limitsOf(settings());
    const { load, resting } = runner.load(host.clock.now());
    const limits = { maxConcurrent: maxConcurrent + resting, maxConcurrentPerRepo };
    return pick(queues, load, limits, held.isHeld);
  };

  /** New work begins in the active hours only; what runs goes on. */
  const restsUntil = (): number | null => {
    const { active_hours: hours } = settings();
    const now = host.clock.now();
    return isActiveAt(hours, now) ? null : nextActiveAt(hours, now);
  };

  const languageOf = async (repo: string): Promise<Language> =>
    (await parts.repos()).find(({ name }) => name === repo)?.language ?? 'en';

  const giveBack = (item: WorkItem) => release(parts, item, languages.get(item.repo) ?? 'en');

  const daemon: Daemon = {
    run,
    wake: (repo) => {
      rounds.hurry(repo);
      alarm.ring();
    },
    quiet: () => rounds.quiet && queues.size === 0 && !runner.busy,
    pause: async () => {
      paused = true;
      await bus.emit({ type: 'daemon.paused' });
      // A scan that is under way takes what it is taking; a forge that does not answer holds up nobody for long.
      await within(host.clock, PATIENCE_MS, looking);
    },
    resume: async () => {
      paused = false;
      await bus.emit({ type: 'daemon.resumed' });
      alarm.ring();
    },
    get paused() {
      return paused;
    },
    load: () => runner.load(host.clock.now()).load,
    cancel: (id) => runner.cancel(id),
    standing: (id) => ({ ...runner.standing(id), agents: held.by(queues.get(id, parseWorkId(id).type)) }),
    prospect: (id) => prospect(parts, id),
    restsUntil,
    tryAgents: async () => {
      await parts.rests?.tryNow();
      alarm.ring();
    },
    hold: async (id) => hold(parts, await languageOf(parseWorkId(id).repo), id),
    sayLeft: async (id, ...left) => sayLeft(parts, await languageOf(parseWorkId(id).repo), id, ...left),
    stopNow: () => {
      hurry.abort(new Error('now'));
      parts.workspaces.stop();
    },
  };
  return daemon;
}
