import { ago, at, local, span } from './moments.ts';
import { oneLine } from './one-line.ts';
import type { Status } from '../api/status.ts';
import { table } from './table.ts';

type Paint = (text: string) => string;
const plain: Paint = (text) => text;
/** Without colour, as programs read it. */
export const PLAIN = { bold: plain, dim: plain, green: plain, yellow: plain, red: plain };

/** The status as a page of text. Times are told from `now`, or, without it, so that they stay true. */
export function statusText(
  status: Status,
  now: number | null,
  { bold, dim, green, yellow, red }: typeof PLAIN,
): string {
  const { daemon, queue, costs, repositories } = status;
  const colour = {
    running: green,
    paused: yellow,
    standby: green,
    stopping: yellow,
    stopped: dim,
    unresponsive: red,
  }[daemon.state];
  const since =
    daemon.started_at === null
      ? ''
      : `, ${now === null ? `since ${local(daemon.started_at)}` : `up ${span((now - Date.parse(daemon.started_at)) / 1_000)}`}`;
  const process = daemon.pid === null ? '' : dim(`  pid ${daemon.pid}${since}`);
  const limit = costs.per_day_usd === null ? '' : ` of $${costs.per_day_usd.toFixed(2)}`;
  const typeWidth = Math.max(6, ...Object.keys(queue).map(({ length }) => length));
  const lines = [
    `${bold(`autodev ${daemon.version}`)}  ${colour(daemon.state)}${process}`,
    '',
    ...Object.entries(queue).map(([type, phases]) => `  ${type.padEnd(typeWidth)} ${depths(phases)}`),
    '',
    `  running ${status.running}, waiting for their time ${status.waiting}, today $${costs.today_usd.toFixed(2)}${limit}`,
  ];
  if (daemon.paused && daemon.state !== 'paused')
    lines.push(yellow('  paused: nothing new begins until autodev resume'));
  if (daemon.config_refused !== null)
    lines.push(
      red(
        `  ${daemon.state === 'stopped' ? 'nothing starts with this config.yaml' : 'the changed config.yaml is not in force'}: ${oneLine(daemon.config_refused)}`,
      ),
    );
  for (const { agent, told, until, because } of status.resting)
    lines.push(
      yellow(
        `  ${agent} ${told ? 'rests until' : 'cannot work, asked again'} ${at(until, now)}: ${oneLine(because)}`,
      ),
    );
  for (const message of status.not_in_force) lines.push(yellow(`  ${oneLine(message)}`));
  if (status.questions > 0) lines.push(yellow(`  ${status.questions} waiting for your answer: autodev list`));
  if (status.interrupted > 0)
    lines.push(
      `  ${status.interrupted === 1 ? '1 item was interrupted and goes on' : `${status.interrupted} items were interrupted and go on`} with the daemon's next start: autodev list`,
    );
  if (status.pending_commands > 0)
    lines.push(
      `  ${status.pending_commands === 1 ? '1 command waits' : `${status.pending_commands} commands wait`} for the daemon's next start`,
    );
  lines.push('', ...machineLines(status));
  return `${lines.join('\n')}\n${repositories.length === 0 ? '  no repositories yet: autodev repo add URL\n' : repositoryTable(status, now, dim)}`;
}

/** Who is in the cluster and what each works on. */
function machineLines({ machines = [] }: Status): string[] {
  if (machines.length === 0) return [];
  const rows = machines.map(({ kind, host, pid, state, slots, works, seen_secs_ago }) => [
    kind,
    `${oneLine(host)}:${pid}`,
    state === 'silent' ? `silent for ${span(seen_secs_ago)}` : state,
    kind === 'worker' ? `${works.length}/${slots}` : '',
    works.join(' '),
  ]);
  const columns = [
    { head: 'MACHINE' },
    { head: 'PROCESS' },
    { head: 'STATE' },
    { head: 'SLOTS' },
    { head: 'ITEMS' },
  ];
  return [table(columns, rows, plain)];
}

function depths(phases: Readonly<Record<string, number>>): string {
  const some = Object.entries(phases).filter(([, count]) => count > 0);
  return some.length === 0 ? '–' : some.map(([phase, count]) => `${phase} ${count}`).join('  ');
}

function repositoryTable(
  { repositories }: Status,
  now: number | null,
  paint: (text: string) => string,
): string {
  const failing = repositories.flatMap((repo) => {
    const { name, last_error } = repo;
    if (stateOf(repo) === 'stopped') return [`  ${name}: it was taken out of config.yaml\n`];
    return last_error === null ? [] : [`  ${name}: ${oneLine(last_error)}\n`];
  });
  const shown = table(
    [
      { head: 'REPOSITORY' },
      { head: 'STATE' },
      { head: 'QUEUED', right: true },
      { head: 'RUNNING', right: true },
      { head: 'DONE', right: true },
      { head: 'SKIPPED', right: true },
      { head: 'FAILED', right: true },
      { head: 'TODAY', right: true },
      { head: 'SCANNED' },
    ],
    repositories.map((repo) => [
      repo.name,
      stateOf(repo),
      String(repo.queued),
      String(repo.running),
      String(repo.done),
      String(repo.skipped),
      String(repo.failed),
      `$${repo.cost_today_usd.toFixed(2)}`,
      ago(repo.last_scan, now),
    ]),
    paint,
  );
  return `${shown}${failing.length === 0 ? '' : `\n${failing.join('')}`}`;
}

function stateOf({ last_error: error, enabled, origin }: Status['repositories'][number]): string {
  if (!enabled) return origin === 'taken_out' ? 'stopped' : 'disabled';
  return error === null ? 'enabled' : 'failing';
}

/** What is to be said beside the status of a daemon that does not answer. */
export function statusHint({ daemon }: Status): string | undefined {
  if (daemon.state === 'stopped')
    return 'the daemon is not running (autodev start -d); this is what it remembers';
  if (daemon.state === 'unresponsive')
    return 'the daemon is there but does not answer; autodev stop --now ends it whatever it does';
  return undefined;
}
