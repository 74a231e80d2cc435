import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from './cli-world.ts';

/** A place in every implementing session of a world where it waits for the test. */
export interface SessionGate {
  reached(): boolean;
  open(): void;
}

/** Before any machine has its copy of the configuration: sessions see the gate's folder only if they are shown it. */
export async function gateSessions(world: World): Promise<SessionGate> {
  const folder = join(world.path, 'gate');
  const [here, go] = [join(folder, 'reached'), join(folder, 'go')];
  await mkdir(folder);
  await world.configure((config) => {
    config['sandbox'] = { write_paths: [folder] };
  });
  const file = join(world.path, 'script.json');
  const { rules } = JSON.parse(await readFile(file, 'utf8')) as { rules: unknown[] };
  const wait = 'touch "$1"; while [ ! -e "$2" ]; do sleep 0.05; done';
  const gated = {
    when: '^\\[autodev\\] Implement',
    steps: [
      { do: 'run', command: ['sh', '-c', wait, 'sh', here, go] },
      { do: 'write', path: 'made.txt', text: 'made\n' },
      { do: 'cost', usd: 0.5 },
    ],
  };
  await writeFile(file, JSON.stringify({ rules: [gated, ...rules] }));
  return { reached: () => existsSync(here), open: () => writeFileSync(go, '') };
}
