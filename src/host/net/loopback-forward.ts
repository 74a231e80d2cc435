import net from 'node:net';
import { writeStandardOutput } from '../process/standard-streams.ts';

/**
 * One half of a way from the loopback of a sandbox to that outside. `outside` listens on a socket per port and leads to
 * the service; `inside` listens where the service does and leads to the socket. Says so when it listens.
 */
export async function forwardLoopback(side: string, folder: string, ports: readonly string[]): Promise<void> {
  await Promise.all(
    ports.map((port) => {
      const socket = `${folder}/${port}`;
      const service = { host: '127.0.0.1', port: Number(port) };
      return side === 'outside' ? forward({ path: socket }, service) : forward(service, { path: socket });
    }),
  );
  writeStandardOutput('\n');
}

type Place = { path: string } | { host: string; port: number };

function forward(from: Place, to: Place): Promise<void> {
  const server = net.createServer((near) => {
    const far = net.connect(to);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(from, resolve);
  });
}
