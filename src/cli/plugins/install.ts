import { childEnvironment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

export async function run(input: Input): Promise<void> {
  const [{ openHost }, { readMarketplace }, { caller, installedFrom, offer }] = await Promise.all([
    import('../../host/host.ts'),
    import('./marketplace.ts'),
    import('./claude.ts'),
  ]);
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
