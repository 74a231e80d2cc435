import { join } from 'node:path';
import { list, modifiedAt } from '../../host/fs/files.ts';
import { openTail } from '../../host/fs/tail.ts';

/** Above this part of its window a session should be cleared before something long is begun. */
const NEAR = 0.8;
const WINDOW = 200_000;
const LONG_WINDOW = 1_000_000;

/** Whether the agent's session that this command was started in has little room left, by its own transcript. */
export async function contextNear(configDir: string | undefined, root: string): Promise<boolean> {
  if (configDir === undefined) return false;
  const folder = join(configDir, 'projects', root.replaceAll(/[^A-Za-z0-9]/g, '-'));
  let newest: { path: string; at: number } | undefined;
  for (const { name } of await list(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    const at = (await modifiedAt(join(folder, name))) ?? 0;
    if (newest === undefined || at > newest.at) newest = { path: join(folder, name), at };
  }
  if (newest === undefined) return false;
  return nearIn(await openTail(newest.path)());
}

/** The last turn that says how much of the window it used. */
export function nearIn(lines: readonly string[]): boolean {
  for (const line of lines.toReversed()) {
    const usage = /"usage":\{[^{}]*/.exec(line)?.[0];
    if (usage === undefined) continue;
    let used = 0;
    for (const [, tokens] of usage.matchAll(
      /"(?:input_tokens|cache_creation_input_tokens|cache_read_input_tokens)":(\d+)/g,
    ))
      used += Number(tokens);
    const window = used > WINDOW || /"model":"[^"]*\[1m\]/.test(line) ? LONG_WINDOW : WINDOW;
    return used >= window * NEAR;
  }
  return false;
}
