import { oneLine } from '../../render/one-line.ts';
import { loadScript } from '../../agents/scripted/script.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { ok, problem, type Check } from './check.ts';
import { namedAgents } from './wanted-agents.ts';

const NAME = 'agent:scripted';

/** The scripted agent, where it is configured: it can only play a script that is there and can be read. */
export async function checkScript(loaded: LoadedConfig): Promise<Check[]> {
  if (!namedAgents(loaded).has('scripted')) return [];
  const { script } = loaded.config.agent.scripted;
  if (script === undefined)
    return [problem(NAME, 'scripted has no script', 'autodev config set agent.scripted.script FILE')];
  try {
    await loadScript(script);
    return [ok(NAME, `scripted is ready (${script})`)];
  } catch (error) {
    const why = error instanceof AutodevError && error.why ? `: ${error.why}` : '';
    return [problem(NAME, oneLine(`${messageOf(error)}${why}`), 'See agent.scripted.script in config.yaml.')];
  }
}
