import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  childEnvironment,
  configFolder,
  desktopEnvironment,
  readEnvironment,
} from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { readTextIfAny } from '../../host/fs/files.ts';
import { openHost } from '../../host/host.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { MARK, UNIT, unitText } from './unit.ts';

/** As it is started here: src/main.ts in a checkout, dist/main.js in a package. */
const MAIN = fileURLToPath(new URL(`../../main${extname(import.meta.url)}`, import.meta.url));
const PATIENCE_MS = 120_000;

/** The unit for this home, program and shell, and where it belongs. */
export async function unitHere({ home }: Input): Promise<{ file: string; text: string }> {
  const { config } = await loadConfig(home);
  const text = unitText({
    node: process.execPath,
    main: MAIN,
    home,
    path: readEnvironment()['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    drainSecs: config.daemon.drain_secs,
  });
  return { file: unitFile(), text };
}

export function unitFile(): string {
  return join(configFolder(), 'systemd', 'user', UNIT);
}

/** The unit that is there, if it is ours; one that somebody else wrote is theirs. */
export async function ownUnit(file: string): Promise<string | undefined> {
  const there = await readTextIfAny(file);
  if (there === undefined || there.startsWith(MARK)) return there;
  throw new AutodevError('refused', `${file} was not written by autodev`, {
    hint: 'move it away first, or do by hand what autodev service print shows',
  });
}

/** Undefined: done. Otherwise what systemd said. */
export async function systemctl(...words: string[]): Promise<string | undefined> {
  const { processes, env } = openHost({ env: { ...childEnvironment(), ...desktopEnvironment() } });
  try {
    const options = { env, timeoutMs: PATIENCE_MS, maxOutputBytes: 65_536 };
    const { code, stderr } = await processes.run('systemctl', ['--user', ...words], options);
    return code === 0 ? undefined : stderr.trim() || `systemctl ended with ${code ?? 'a signal'}`;
  } catch {
    return 'there is no systemctl here';
  }
}
