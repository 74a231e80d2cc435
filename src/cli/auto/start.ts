import { loadConfig } from '../../config/load.ts';
import { childEnvironment } from '../../config/environment.ts';
import type { PdcaStart } from '../../compose/pdca/start.ts';
import { openHost } from '../../host/host.ts';
import type { Input } from '../command.ts';
import { show, type Shown } from './talk.ts';

/** What every form of `auto` begins with. */
export async function prepare(
  input: Input,
  interactive: boolean,
): Promise<{ start: PdcaStart; shown: Shown; language: 'en' | 'ko' }> {
  const parsed = await loadConfig(input.home);
  const { language } = parsed.config;
  const shown = show(input, language, interactive);
  const host = openHost({ env: childEnvironment() });
  const { home, signal } = input;
  return { start: { home, host, cwd: process.cwd(), parsed, signal, talk: shown.talk }, shown, language };
}
