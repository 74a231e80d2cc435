import { join } from 'node:path';
import { readEnvironment } from '../../config/environment.ts';
import { configFile, readConfigText } from '../../config/load.ts';
import { makeFolder, readText, remove, writeAtomic } from '../../host/fs/files.ts';
import { runInTerminal } from '../../host/process/interactive.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

/** Works on a copy: config.yaml is replaced only by a text that passed every check, and never half-way. */
export async function run({ io, json, home }: Input): Promise<void> {
  const [{ FRESH }, { parseConfig }, { saveConfig }] = await Promise.all([
    import('../../config/file/initial.ts'),
    import('../../config/parse.ts'),
    import('../../config/file/save.ts'),
  ]);
  const { VISUAL, EDITOR } = readEnvironment();
  const editor = VISUAL || EDITOR;
  // A person's own editor may be a script; vi without a terminal only makes noise.
  if (!editor && !io.inIsTerminal) {
    throw new AutodevError('usage', 'there is no terminal to edit in', {
      hint: 'use autodev config set KEY VALUE, or set EDITOR',
    });
  }
  const file = configFile(home);
  const before = await readConfigText(file);
  const draft = join(home, 'config.draft.yaml');
  const rejected = join(home, 'config.rejected.yaml');
  const keep = async (text: string) => {
    await writeAtomic(rejected, text, 0o600);
    await remove(draft);
    return `what you wrote is kept in ${rejected}`;
  };
  await makeFolder(home, 0o700);
  await writeAtomic(draft, before ?? FRESH, 0o600);
  for (;;) {
    const ended = await openEditor(editor || 'vi', draft);
    const text = await readText(draft);
    const unchanged = text === (before ?? FRESH);
    if (ended !== undefined) {
      const hint = unchanged ? undefined : await keep(text);
      await remove(draft);
      throw new AutodevError('failed', ended, { why: 'so nothing was saved', hint });
    }
    if (unchanged) {
      await remove(draft);
      return tell('unchanged');
    }
    try {
      parseConfig(text, { file: rejected, home });
    } catch (error) {
      if (!isAutodevError(error, 'invalid_config')) throw error;
      if (io.inIsTerminal) {
        io.err(`${error.message}\n`);
        const answer = await io.ask('Edit again? [Y/n] ');
        if (answer !== undefined && !/^n/i.test(answer.trim())) continue;
      }
      throw new AutodevError('invalid_config', error.message, {
        why: `${file} was left as it is`,
        hint: await keep(text),
        data: error.data,
      });
    }
    if ((await readConfigText(file)) !== before) {
      throw new AutodevError('failed', `${file} was changed by somebody else meanwhile`, {
        why: 'saving would undo that change',
        hint: await keep(text),
      });
    }
    await saveConfig(text, { file, home });
    await remove(draft);
    await remove(rejected);
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

/** Gives the reason when the editor did not end well. */
async function openEditor(editor: string, draft: string): Promise<string | undefined> {
  const [program = 'vi', ...args] = editor.trim().split(/\s+/);
  const exit = await runInTerminal(program, [...args, draft], readEnvironment()).catch(
    async (error: unknown) => {
      await remove(draft);
      const hint = 'set VISUAL or EDITOR to your editor';
      throw new AutodevError('failed', `the editor ${program} cannot be started`, { hint, cause: error });
    },
  );
  return exit.code === 0 ? undefined : `the editor ${program} ended with ${exit.code ?? exit.signal}`;
}
