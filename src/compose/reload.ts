import type { ParsedConfig } from '../config/parse.ts';
import type { Config } from '../config/schema.ts';
import type { AgentRests } from '../daemon/parts.ts';
import { wakePostponed } from '../daemon/waiting/wake-postponed.ts';
import type { Clock } from '../host/clock.ts';
import type { Store } from '../store/store.ts';
import { messageOf } from '../work/errors.ts';
import { notInForce } from './not-in-force.ts';
import { applyRepos, takenOut } from './repos/repos.ts';
import type { Telling } from './telling.ts';
import type { WebhookDoor } from './repos/webhook.ts';

/** What follows when a configuration has come into force in the place of another. */
export async function applyChanges(
  before: Config,
  fresh: ParsedConfig,
  parts: { clock: Clock; store: Store; webhook: WebhookDoor; rests: Pick<AgentRests, 'tryNow'> } & Pick<
    Telling,
    'bus' | 'sayError'
  >,
): Promise<void> {
  const { clock, store, webhook, rests, bus, sayError } = parts;
  const { config } = fresh;
  const stopped = await applyRepos(store, config);
  await bus.emit({ type: 'config.reloaded' });
  for (const name of stopped) await sayError(takenOut(name));
  if (budgetsOf(before) !== budgetsOf(config)) await wakePostponed(store, clock.now(), 'budget');
  if (JSON.stringify(before.agent) !== JSON.stringify(config.agent)) await rests.tryNow();
  if (setUpsOf(before) !== setUpsOf(config)) await wakePostponed(store, clock.now(), 'setup');
  if (JSON.stringify(before.sandbox) !== JSON.stringify(config.sandbox))
    await wakePostponed(store, clock.now(), 'sandbox');
  if (JSON.stringify(before.github) !== JSON.stringify(config.github)) await sayError(NEXT_START);
  for (const message of notInForce(fresh)) await sayError(message);
  await webhook
    .apply(config.daemon.webhook)
    .catch((error: unknown) => sayError('the webhook receiver is closed', messageOf(error)));
}

/** The same for a worker: repositories, webhooks and who waits for what are the leading coordinator's. */
export async function applyToWorker(
  before: Config,
  fresh: ParsedConfig,
  { rests, bus, sayError }: { rests: Pick<AgentRests, 'tryNow'> } & Pick<Telling, 'bus' | 'sayError'>,
): Promise<void> {
  const { config } = fresh;
  await bus.emit({ type: 'config.reloaded' });
  if (JSON.stringify(before.agent) !== JSON.stringify(config.agent)) await rests.tryNow();
  if (JSON.stringify(before.github) !== JSON.stringify(config.github)) await sayError(NEXT_START);
  for (const message of notInForce(fresh)) await sayError(message);
}

const NEXT_START = 'the changed login for the forge is used from the next start on';

/** All that a set-up depends on. */
const setUpsOf = ({ sandbox, repo_defaults: defaults, repos }: Config): string =>
  JSON.stringify([sandbox, defaults.setup, repos.map((repo) => [repo.setup, repo.check_timeout_secs])]);

/** Every budget there is, to be compared. */
const budgetsOf = ({ budget, repo_defaults: defaults, repos }: Config): string =>
  JSON.stringify([budget, defaults.budget, repos.map((repo) => repo.budget)]);
