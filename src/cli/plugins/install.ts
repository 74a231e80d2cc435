import { z } from 'zod';
import { passedEnvironment } from '../../config/passed-environment.ts';
import { childEnvironment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { openHost, type Host } from '../../host/host.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { readMarketplace } from './marketplace.ts';

const marketplaces = z.array(z.looseObject({ name: z.string(), path: z.string().optional() }));
const plugins = z.array(z.looseObject({ id: z.string(), scope: z.string().optional() }));

type Claude = (...args: string[]) => Promise<string>;

export async function run(input: Input): Promise<void> {
  const scope = input.oneOf('scope', ['user', 'project'] as const) ?? 'user';
  const { folder, ...market } = await readMarketplace();
  const all = market.plugins.map((plugin) => plugin.name);
  const unknown = input.args.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new AutodevError('not_found', `there is no plugin ${unknown}`, {
      hint: `there are: ${all.join(', ')}`,
    });
  const wanted = input.args.length > 0 ? [...input.args] : all;
  const { config } = await loadConfig(input.home);
  const claude = caller(openHost({ env: childEnvironment() }), config.agent.claude.command, input.signal);

  const before = await installedFrom(claude, market.name, scope);
  const others = scope === 'user' ? [] : await installedFrom(claude, market.name, 'user');
  const kept = await offer(claude, market.name, folder);
  // Taking another copy of the marketplace out takes its plugins along: they come back from this one.
  const names = kept ? wanted : [...new Set([...wanted, ...before.filter((name) => all.includes(name))])];
  for (const name of names) {
    const id = `${name}@${market.name}`;
    await claude('plugin', kept && before.includes(name) ? 'update' : 'install', id, '--scope', scope);
    input.io.err(`installed ${id} (${scope})\n`);
  }
  if (!kept)
    for (const name of others.filter((each) => all.includes(each)))
      await claude('plugin', 'install', `${name}@${market.name}`, '--scope', 'user');
  const after = await installedFrom(claude, market.name, scope);
  const missing = names.filter((name) => !after.includes(name));
  if (missing.length > 0)
    throw new AutodevError('failed', `Claude Code does not list ${missing.join(', ')} after installing`, {
      hint: `look with \`claude plugin list\``,
    });
  if (input.json) {
    input.io.out(
      `${JSON.stringify({ schema_version: 1, marketplace: market.name, scope, folder, installed: names })}\n`,
    );
  } else input.io.out(`New sessions of Claude Code have them.\n${scope === 'project' ? OTHERS : ''}`);
}

const OTHERS =
  'Everybody else in this project runs the same command once: where the plugins lie differs by machine.\n';

/** Those of this scope: the same plugin may be there for the user and for the project. */
async function installedFrom(claude: Claude, market: string, scope: string): Promise<string[]> {
  const listed = plugins.parse(JSON.parse(await claude('plugin', 'list', '--json')));
  return listed
    .filter((one) => one.id.endsWith(`@${market}`) && (one.scope ?? scope) === scope)
    .map(({ id }) => id.slice(0, -market.length - 1));
}

/**
 * Makes Claude Code know the marketplace at this folder. False when one of that name from elsewhere had to go. Always
 * for the user: a project's settings are shared, and would have the path of this machine in them.
 */
async function offer(claude: Claude, market: string, folder: string): Promise<boolean> {
  const listed = marketplaces.parse(JSON.parse(await claude('plugin', 'marketplace', 'list', '--json')));
  const known = listed.find((one) => one.name === market);
  if (known !== undefined && known.path === folder) {
    await claude('plugin', 'marketplace', 'update', market);
    return true;
  }
  if (known !== undefined) await claude('plugin', 'marketplace', 'remove', market);
  await claude('plugin', 'marketplace', 'add', folder, '--scope', 'user');
  return known === undefined;
}

/** Claude Code changes its own settings: this only calls it. */
function caller(host: Host, command: string, signal: AbortSignal): Claude {
  return async (...args) => {
    let done;
    try {
      done = await host.processes.run(command, args, {
        env: { ...passedEnvironment('claude', []), CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
        timeoutMs: 120_000,
        signal,
      });
    } catch (error) {
      if (!isAutodevError(error, 'not_found')) throw error;
      throw new AutodevError('agent_missing', 'Claude Code was not found', {
        hint: 'install it with `npm install -g @anthropic-ai/claude-code`, or set agent.claude.command',
        cause: error,
      });
    }
    if (done.code === 0) return done.stdout.toString('utf8');
    throw new AutodevError('agent_failed', `claude ${args.slice(0, 3).join(' ')} failed`, {
      why: `${done.stdout.toString('utf8')}\n${done.stderr}`.trim().slice(-1_000),
    });
  };
}
