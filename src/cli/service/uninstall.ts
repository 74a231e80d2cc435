import { remove } from '../../host/fs/files.ts';
import type { Input } from '../command.ts';
import { ownUnit, systemctl, unitFile } from './here.ts';
import { UNIT } from './unit.ts';

export async function run({ io, json }: Input): Promise<void> {
  const file = unitFile();
  const there = (await ownUnit(file)) !== undefined;
  // A machine whose systemd is not reachable has nothing running of it: the file goes all the same.
  const said = there ? await systemctl('disable', '--now', UNIT) : undefined;
  if (there) {
    await remove(file);
    await systemctl('daemon-reload');
  }
  if (json) io.out(`${JSON.stringify({ schema_version: 1, file, removed: there })}\n`);
  else if (!there) io.err('the service was not installed\n');
  else io.err(`removed ${file}${said === undefined ? '' : `, though systemd said: ${said}`}\n`);
}
