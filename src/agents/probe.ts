import type { Host } from '../host/host.ts';
import { which } from '../host/which.ts';
import { isAutodevError, messageOf } from '../work/errors.ts';
import type { AgentName, AgentProbe } from './agent.ts';
import type { AgentSettings } from './settings.ts';

/** What a CLI must offer to be used. */
export interface Needs {
  name: AgentName;
  command: string;
  /** Lowest version that was measured to behave. */
  lowest: string;
  /** How to get it, as one sentence. */
  install: string;
  help: readonly string[];
  flags: readonly string[];
  env: Readonly<Record<string, string>>;
}

const TIMEOUT = 30_000;

/** Found, new enough, every safety flag present; `login` adds what is missing to log in. */
export async function probeCli(
  host: Host,
  settings: AgentSettings,
  needs: Needs,
  login: (env: Readonly<Record<string, string>>) => Promise<string[]>,
): Promise<AgentProbe> {
  const probe: AgentProbe = { name: needs.name, usable: false, path: null, version: null, problems: [] };
  const env = { ...host.env, ...settings.extraEnv, ...needs.env };
  const call = (args: readonly string[]) =>
    host.processes.run(needs.command, args, { env, timeoutMs: TIMEOUT, maxOutputBytes: 1024 * 1024 });
  try {
    const version = await call(['--version']);
    probe.path = (await which(needs.command, env)) ?? needs.command;
    probe.version = /\d+\.\d+\.\d+/.exec(version.stdout.toString('utf8'))?.[0] ?? null;
    if (version.code !== 0 || probe.version === null) {
      probe.problems.push(`\`${needs.command} --version\` does not work; ${needs.install}.`);
      return probe;
    }
    if (older(probe.version, needs.lowest)) {
      probe.problems.push(
        `${needs.name} ${probe.version} is too old, ${needs.lowest} or later is needed; ${needs.install}.`,
      );
    }
    const help = await call(needs.help);
    const offered = `${help.stdout.toString('utf8')}${help.stderr}`;
    const missing = needs.flags.filter((flag) => !new RegExp(`${flag}(?![\\w-])`).test(offered));
    if (missing.length > 0) {
      probe.problems.push(
        `${needs.name} ${probe.version} lacks ${missing.join(', ')}, without which a run is not safe; ${needs.install}.`,
      );
    }
    probe.problems.push(...(await login(env)));
  } catch (error) {
    probe.problems.push(
      isAutodevError(error, 'not_found')
        ? `${needs.command} was not found; ${needs.install}.`
        : `${needs.command} cannot be run: ${messageOf(error)}.`,
    );
  }
  probe.usable = probe.problems.length === 0;
  return probe;
}

function older(version: string, lowest: string): boolean {
  const [a, b] = [version, lowest].map((text) => text.split('.').map(Number));
  for (const [index, part] of (b ?? []).entries()) {
    const difference = (a?.[index] ?? 0) - part;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
