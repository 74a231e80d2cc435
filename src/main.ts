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
  const [{ runCommand }, { branchOf }] = await Promise.all([
    import('./cli/run.ts'),
    import('./cli/branch.ts'),
  ]);
  const tree = (await branchOf(words[0])) ?? (await import('./cli/tree.ts')).TREE;
  return runCommand(tree, words, io, stop.signal);
}
