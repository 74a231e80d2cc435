import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pointTo } from './bench.ts';
import { openModel, type ModelOptions, type ScriptedModel } from './model.ts';
import { tmpdir } from '../tmpdir.ts';

const command = join(dirname(fileURLToPath(import.meta.url)), '../../tools/node_modules/.bin/claude');

/** The real claude for a daemon in this process, with a scripted model behind it and a home of its own. */
export interface RealClaude extends AsyncDisposable {
  model: ScriptedModel;
  /** What `agent` of the configuration needs. */
  config: { claude: { command: string }; home: 'isolated' };
}

/**
 * The daemon takes the way to the model from its environment, so this changes that of the process: for test files that
 * have one of their own. `subscriber`: with a token of a subscription instead of a key; it is no login of anybody.
 */
export async function realClaude(
  options: Omit<ModelOptions, 'dialect'> & { subscriber?: boolean },
): Promise<RealClaude> {
  const home = await tmpdir();
  const model = await openModel({ dialect: 'claude', ...options });
  const before = { ...process.env };
  const way = pointTo('claude', join(home.path, 'claude'), model.url);
  Object.assign(process.env, way, { HOME: home.path });
  if (options.subscriber === true) {
    delete process.env['ANTHROPIC_API_KEY'];
    process.env['CLAUDE_CODE_OAUTH_TOKEN'] = 'sk-ant-oat01-dummy';
  }
  return {
    model,
    config: { claude: { command }, home: 'isolated' },
    [Symbol.asyncDispose]: async () => {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
      await model[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}
