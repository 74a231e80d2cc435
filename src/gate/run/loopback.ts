import type { LookUp } from '../../host/fs/look-up.ts';

/** Where databases listen: PostgreSQL, MySQL, Redis, MongoDB, SQL Server, memcached. */
const DATABASE_PORTS = new Set([5432, 5433, 3306, 6379, 27017, 1433, 11211]);
const ANY_OR_LOOPBACK = /^(0{8}|0100007F|0{32}|0{24}01000000)$/;
const LISTENS = '0A';

/** What lies there while a database, or something that offers one, runs. Asking the kernel who listens takes 10 ms. */
const RUNNING = [
  '/run/postgresql',
  '/run/mysqld',
  '/run/redis',
  '/run/mongodb',
  '/run/memcached',
  '/run/docker',
  '/run/containerd',
];

export function mayHaveDatabases(look: LookUp): boolean {
  return (
    RUNNING.some((folder) => look.names(folder).length > 0) ||
    look.entry('/tmp/mongodb-27017.sock') !== undefined
  );
}

/**
 * Services of this machine that a command without network still reaches: databases that run as a user of their own,
 * which can write no more of the project than any stranger, and the ports that a person has named.
 */
export function loopbackPorts(look: LookUp, uid: number, named: readonly number[]): number[] {
  const found = new Set<number>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const table = look.text(file);
    for (const line of typeof table === 'string' ? table.split('\n').slice(1) : []) {
      const [, local = '', , state, , , , owner] = line.trim().split(/\s+/);
      const [address = '', hex = ''] = local.split(':');
      const port = Number.parseInt(hex, 16);
      if (state !== LISTENS || !ANY_OR_LOOPBACK.test(address)) continue;
      if (named.includes(port) || (DATABASE_PORTS.has(port) && Number(owner) !== uid)) found.add(port);
    }
  }
  return [...found].slice(0, 16);
}
