import { runCommand } from './cli/run.ts';
import { terminal } from './cli/terminal.ts';
import { TREE } from './cli/tree.ts';

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

process.exitCode = await runCommand(TREE, process.argv.slice(2), terminal(), stop.signal);
