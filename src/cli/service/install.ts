import { lockHolder } from '../../daemon/lock.ts';
import { fileError, writableFolder, writeAtomic } from '../../host/fs/files.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { ownUnit, systemctl, unitHere } from './here.ts';
import { UNIT } from './unit.ts';

const START: readonly (readonly string[])[] = [['daemon-reload'], ['enable', UNIT], ['restart', UNIT]];

export async function run(input: Input): Promise<void> {
  const { io, json, home } = input;
  const { file, text } = await unitHere(input);
  const before = await ownUnit(file);
  const start = !input.flag('no-start');
  if (start) await refuseOther(home, before !== undefined);
  // systemd refuses to start in a folder that is not there.
  await writableFolder(home, 'the autodev folder');
  await writeAtomic(file, text).catch((error: unknown) => {
    throw fileError(error, `cannot write ${file}`, 'XDG_CONFIG_HOME');
  });
  if (start) await startUnit(file);
  if (json) io.out(`${JSON.stringify({ schema_version: 1, file, started: start })}\n`);
  else io.err(start ? STARTED : `wrote ${file}\n${START.map((words) => `  ${line(words)}\n`).join('')}`);
}

const STARTED = `the daemon runs as ${UNIT} and starts with your login; autodev status shows what it does
  loginctl enable-linger    lets it run while you are not logged in
  autodev service uninstall ends and removes it
`;

/** A daemon that was started by hand holds the home: the one of systemd could not start. */
async function refuseOther(home: string, ours: boolean): Promise<void> {
  const holder = await lockHolder(home);
  if (holder === undefined || (ours && (await systemctl('is-active', '--quiet', UNIT)) === undefined)) return;
  throw new AutodevError('already_running', `a daemon runs for ${home} already (pid ${holder.pid})`, {
    hint: 'end it first with autodev stop',
  });
}

async function startUnit(file: string): Promise<void> {
  for (const words of START) {
    const said = await systemctl(...words);
    if (said === undefined) continue;
    throw new AutodevError('failed', `systemd does not take it: ${line(words)}`, {
      why: said,
      hint: `${file} is written; where no systemd runs for you, use autodev start -d`,
    });
  }
}

const line = (words: readonly string[]) => `systemctl --user ${words.join(' ')}`;
