import { join } from 'node:path';
import { openAgent } from '../agents/open.ts';
import type { HealthCheck } from '../api/board/health.ts';
import { passedEnvironment } from '../config/passed-environment.ts';
import type { Config } from '../config/schema.ts';
import type { Probes } from '../daemon/dashboard/health.ts';
import type { Host } from '../host/host.ts';
import { trySandbox } from '../host/sandbox/works.ts';

/** A probe starts the agent's program a few times: not with every look at the page. */
const FRESH_MS = 5 * 60_000;

/** Tries the agents that the configuration names and the sandbox; says where the webhook listens. */
export function openProbes(parts: { host: Host; home: string; config: () => Config }): Probes {
  const { host, home, config } = parts;
  let last: { at: number; checks: Promise<HealthCheck[]> } | undefined;
  const probe = async () => [
    ...(await Promise.all(named(config()).map((name) => agent(name, host, home, config())))),
    await sandbox(host, config()),
    webhook(config()),
  ];
  return () => {
    const now = host.clock.now();
    if (last === undefined || now - last.at > FRESH_MS) last = { at: now, checks: probe() };
    return last.checks;
  };
}

type AgentName = Config['agent']['default'];

function named({
  agent: { default: usual, fallback, analyze_with: analyze, review_with: review },
}: Config): AgentName[] {
  return [...new Set([usual, ...analyze, ...review, ...fallback])];
}

async function agent(
  name: AgentName,
  host: Host,
  home: string,
  { agent: config }: Config,
): Promise<HealthCheck> {
  const check = { part: 'Agents', name, until: null };
  if (name === 'scripted') return { ...check, state: 'good', text: 'a script; it costs nothing' };
  const settings = {
    command: config[name].command,
    home: config.home,
    extraEnv: passedEnvironment(name, config.pass_env),
    ...(config.home === 'isolated' ? { configDir: join(home, 'agents', name) } : {}),
  };
  const { usable, version, path, problems } = await openAgent(name, host, settings).probe();
  return usable
    ? { ...check, state: 'good', text: `version ${version} is ready (${path})` }
    : { ...check, state: 'wrong', text: problems.join(' ') };
}

async function sandbox(host: Host, config: Config): Promise<HealthCheck> {
  const check = { part: 'Sandbox', name: 'bubblewrap', until: null };
  if (config.sandbox.mode === 'off')
    return { ...check, state: 'wrong', text: 'switched off: agents can read whatever you can' };
  const { kind, why } = await trySandbox(host.processes, host.env);
  return kind === undefined
    ? { ...check, state: 'wrong', text: `does not work here: ${why}` }
    : { ...check, state: 'good', text: 'sessions and checks run in it' };
}

function webhook({ daemon: { webhook: config } }: Config): HealthCheck {
  const check = { part: 'Webhook', name: 'receiver', until: null };
  return config.port === undefined
    ? { ...check, state: 'unknown', text: 'not configured: changes are found by polling alone' }
    : { ...check, state: 'good', text: `listens on ${config.host ?? '127.0.0.1'}:${config.port}` };
}
