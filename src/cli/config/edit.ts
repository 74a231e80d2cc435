import { readEnvironment } from '../../config/environment.ts';
import { FRESH } from '../../config/initial.ts';
import { configFile, readConfigText } from '../../config/load.ts';
import { parseConfig } from '../../config/parse.ts';
import { saveConfig } from '../../config/save.ts';
import { makeFolder, readText, remove, writeAtomic } from '../../host/files.ts';
import { runInTerminal } from '../../host/interactive.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

/** Works on a copy: config.yaml is replaced only by a text that passed every check, and never half-way. */
export async function run({ io, json, home }: Input): Promise<void> {
  const file = configFile(home);
  const before = await readConfigText(file);
  const draft = `${file}.draft.yaml`;
  await makeFolder(home, 0o700);
  await writeAtomic(draft, before ?? FRESH, 0o600);
  for (;;) {
    await openEditor(draft);
    const text = await readText(draft);
    if (text === (before ?? FRESH)) {
      await remove(draft);
      return tell('unchanged');
    }
    try {
      parseConfig(text, { file: draft, home });
    } catch (error) {
      if (!isAutodevError(error, 'invalid_config')) throw error;
      if (io.inIsTerminal) {
        io.err(`${error.message}\n`);
        const answer = await io.ask('Edit again? [Y/n] ');
        if (answer !== undefined && !/^n/i.test(answer.trim())) continue;
      }
      throw new AutodevError('invalid_config', error.message, {
        why: `${file} was left as it is`,
        hint: `what you wrote is kept in ${draft}`,
        data: error.data,
      });
    }
    if ((await readConfigText(file)) !== before) {
      throw new AutodevError('failed', `${file} was changed by somebody else meanwhile`, {
        why: 'saving would undo that change',
        hint: `what you wrote is kept in ${draft}`,
      });
    }
    await saveConfig(text, { file, home });
    await remove(draft);
    return tell('saved');
  }

  function tell(outcome: 'saved' | 'unchanged'): void {
    if (json) io.out(`${JSON.stringify({ schema_version: 1, file, outcome })}\n`);
    else
      io.err(
        outcome === 'saved' ? `saved ${file}; a running daemon takes it over\n` : 'nothing was changed\n',
      );
  }
}

async function openEditor(draft: string): Promise<void> {
  const env = readEnvironment();
  const words = (env['VISUAL'] || env['EDITOR'] || 'vi').trim().split(/\s+/);
  const [program = 'vi', ...args] = words;
  const hint = 'set VISUAL or EDITOR to your editor';
  const exit = await runInTerminal(program, [...args, draft], env).catch((error: unknown) => {
    throw new AutodevError('failed', `the editor ${program} cannot be started`, { hint, cause: error });
  });
  if (exit.code !== 0) {
    throw new AutodevError('failed', `the editor ${program} ended with ${exit.code ?? exit.signal}`, {
      why: 'so nothing was saved',
      hint: `what you wrote is kept in ${draft}`,
    });
  }
}
