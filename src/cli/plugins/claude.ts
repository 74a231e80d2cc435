import { z } from 'zod';
import { passedEnvironment } from '../../config/passed-environment.ts';
import type { Host } from '../../host/host.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';

const marketplaces = z.array(z.looseObject({ name: z.string(), path: z.string().optional() }));
const plugins = z.array(z.looseObject({ id: z.string(), scope: z.string().optional() }));

type Claude = (...args: string[]) => Promise<string>;

/** Those of this scope: the same plugin may be there for the user and for the project. */
export async function installedFrom(claude: Claude, market: string, scope: string): Promise<string[]> {
  const listed = plugins.parse(JSON.parse(await claude('plugin', 'list', '--json')));
  return listed
    .filter((one) => one.id.endsWith(`@${market}`) && (one.scope ?? scope) === scope)
    .map(({ id }) => id.slice(0, -market.length - 1));
}

/**
 * Makes Claude Code know the marketplace at this folder. False when one of that name from elsewhere had to go. Always
 * for the user: a project's settings are shared, and would have the path of this machine in them.
 */
export async function offer(claude: Claude, market: string, folder: string): Promise<boolean> {
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
export function caller(host: Host, command: string, signal: AbortSignal): Claude {
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
