import { exposedFiles } from '../../config/exposed-secrets.ts';
import { loadConfig, type LoadedConfig } from '../../config/load.ts';
import { notInForce } from '../../compose/not-in-force.ts';
import { setMode } from '../../host/fs/files.ts';
import { isAutodevError } from '../../work/errors.ts';
import { ok, problem, warning, type Check } from './check.ts';

/** The configuration, and what is to be said about it. */
export async function checkConfiguration(
  home: string,
): Promise<{ loaded: LoadedConfig | undefined; checks: Check[] }> {
  let loaded: LoadedConfig;
  try {
    loaded = await loadConfig(home);
  } catch (error) {
    if (!isAutodevError(error, 'invalid_config')) throw error;
    const why = error.why === undefined ? '' : `: ${error.why}`;
    return {
      loaded: undefined,
      checks: [problem('config', `${error.message}${why}`, 'autodev config edit')],
    };
  }
  const { file, written } = loaded;
  const checks = [
    written
      ? ok('config', `${file} is valid`)
      : warning('config', `there is no ${file}; defaults apply`, 'autodev init writes one.'),
  ];
  for (const message of notInForce(loaded))
    checks.push(warning('config', message, 'Take it out of config.yaml, or leave it for a later version.'));
  for (const { path, what } of await exposedFiles(loaded)) {
    checks.push({
      ...warning('secrets', `${path} holds ${what} and others can read it`, `chmod 600 ${path}`),
      fix: async () => {
        await setMode(path, 0o600);
        return `${path} is now readable by you alone`;
      },
    });
  }
  return { loaded, checks };
}
