import { findProgram } from '../../host/process/find-program.ts';
import type { Host } from '../../host/host.ts';

import { isAutodevError, messageOf } from '../../work/errors.ts';
import type { AgentName } from '../agent.ts';

/** What a CLI must offer to be used. */
export interface Needs {
  name: Exclude<AgentName, 'scripted'>;
  command: string;
  /** Lowest version that was measured to behave. */
  lowest: string;
  /** How to get it, as one sentence. */
  install: string;
  help: readonly string[];
  /** Flags without which a run would be less safe than this program promises. */
  flags: readonly string[];
}

export interface Support {
  path: string | null;
  version: string | null;
  problems: string[];
}

const TIMEOUT = 30_000;
const known = new WeakMap<Host['processes'], Map<string, Promise<Support>>>();

/** Found, new enough, every safety flag present. Good news is remembered; bad news is looked at again. */
export async function supportOf(
  host: Host,
  needs: Needs,
  env: Readonly<Record<string, string>>,
): Promise<Support> {
  const memory = known.get(host.processes) ?? new Map<string, Promise<Support>>();
  known.set(host.processes, memory);
  const key = `${needs.command}\0${env['PATH']}`;
  const found = memory.get(key) ?? look(host, needs, env);
  memory.set(key, found);
  const support = await found;
  if (support.problems.length > 0) memory.delete(key);
  return support;
}

async function look(host: Host, needs: Needs, env: Readonly<Record<string, string>>): Promise<Support> {
  const support: Support = { path: null, version: null, problems: [] };
  const call = (args: readonly string[]) =>
    host.processes.run(needs.command, args, { env, timeoutMs: TIMEOUT, maxOutputBytes: 1024 * 1024 });
  try {
    const [version, help] = await Promise.all([call(['--version']), call(needs.help)]);
    support.path = (await findProgram(needs.command, env['PATH'] ?? '')) ?? needs.command;
    support.version = /\d+\.\d+\.\d+/.exec(version.stdout.toString('utf8'))?.[0] ?? null;
    if (version.code !== 0 || support.version === null) {
      support.problems.push(`\`${needs.command} --version\` does not work; ${needs.install}.`);
      return support;
    }
    const named = `${needs.name} ${support.version}`;
    if (older(support.version, needs.lowest)) {
      support.problems.push(`${named} is too old, ${needs.lowest} or later is needed; ${needs.install}.`);
    }
    const offered = `${help.stdout.toString('utf8')}${help.stderr}`;
    const missing = needs.flags.filter((flag) => !new RegExp(`${flag}(?![\\w-])`).test(offered));
    if (missing.length > 0) {
      support.problems.push(
        `${named} lacks ${missing.join(', ')}, without which a run is not safe; ${needs.install}.`,
      );
    }
  } catch (error) {
    support.problems.push(
      isAutodevError(error, 'not_found')
        ? `${needs.command} was not found; ${needs.install}.`
        : `${needs.command} cannot be run: ${messageOf(error)}.`,
    );
  }
  return support;
}

function older(version: string, lowest: string): boolean {
  const [a, b] = [version, lowest].map((text) => text.split('.').map(Number));
  for (const [index, part] of (b ?? []).entries()) {
    const difference = (a?.[index] ?? 0) - part;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
