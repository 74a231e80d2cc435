// Kept to syntax that Node 12 can parse: an old Node must reach the message below, not a syntax error.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs `src/<entry>.ts` of a checkout, or `dist/<entry>.js` of an installed package, on Node 24 or later. */
export async function runOnNode24(entry, leading = []) {
  const recent = Number(process.versions.node.split('.')[0]) >= 24;
  // An import of node:fs also loads its promises, a tenth of the start of Node; getBuiltinModule does not.
  const { existsSync } = recent ? process.getBuiltinModule('node:fs') : await import('node:fs');
  const source = join(root, 'src', entry + '.ts');
  const target = existsSync(source) ? source : join(root, 'dist', entry + '.js');
  const argv = leading.concat(process.argv.slice(2));
  if (recent) {
    process.argv = [process.argv[0], target].concat(argv);
    await import(pathToFileURL(target).href);
    return;
  }
  const pinned = [
    join(root, 'node_modules', 'node', 'bin', 'node'),
    join(root, '..', 'node', 'bin', 'node'),
  ].find((path) => existsSync(path));
  if (pinned === undefined) {
    console.error(
      'autodev: needs Node 24 or later; this is Node ' +
        process.versions.node +
        '.\n' +
        '  In a checkout, `npm ci` installs the pinned Node 24 and autodev will find it.\n' +
        '  Elsewhere, install Node 24 and run autodev with it.',
    );
    process.exitCode = 1;
    return;
  }
  const { spawn } = await import('node:child_process');
  const child = spawn(pinned, [target].concat(argv), { stdio: 'inherit' });
  // A Ctrl-C reaches the child through the terminal; a kill aimed at this wrapper alone has to be passed on.
  const pass = (signal) => child.kill(signal);
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) =>
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : pass(signal))),
  );
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + ({ SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] || 1);
  });
}
