import { quickStatus } from './cli/quick.ts';
import { terminal } from './cli/terminal.ts';

const words = process.argv.slice(2);
const io = terminal();
process.exitCode = quickStatus(words, io) ?? (await anyCommand());

async function anyCommand(): Promise<number> {
  const stop = new AbortController();
  let asked = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      asked += 1;
      stop.abort(new Error(name));
      // The third request does not wait for an orderly end.
      if (asked >= 3) process.exit(130);
    });
  }
  const [{ runCommand }, { TREE }] = await Promise.all([import('./cli/run.ts'), import('./cli/tree.ts')]);
  return runCommand(TREE, words, io, stop.signal);
}
