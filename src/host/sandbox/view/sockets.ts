import { readFile } from '../../fs/node-fs.ts';

/**
 * Files of this machine on which a service listens (docker, a database, an ssh agent): neither a read-only mount nor a
 * network namespace keeps a program from connecting to one that it sees.
 */
export async function listeningSockets(): Promise<string[]> {
  const text = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  const paths = [...text.matchAll(/^\S+: (?:\S+ ){5} *\d+ (\/.*)$/gm)].map(([, path = '']) => path);
  // Those of egress proxies are named by way of a number of this process; they lie in folders that are hidden.
  return [...new Set(paths.filter((path) => !path.startsWith('/proc/')))];
}
