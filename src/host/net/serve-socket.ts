import { chmod, rm } from '../fs/node-fs.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { systemClock } from '../clock.ts';
import { httpServer } from './http-server.ts';

/** What fits into a socket's address: 108 bytes on Linux, 104 on others, with the zero at its end. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

const GRACE_MS = 1_000;

export interface ServedSocket {
  path: string;
  close(): Promise<void>;
}

/**
 * Listens on a unix socket that only this user can reach. Whoever calls holds the daemon's lock, so a socket that is
 * already there belongs to nobody any more and is replaced.
 */
export async function serveSocket(
  path: string,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<ServedSocket> {
  const length = Buffer.byteLength(path);
  if (length > LONGEST_PATH) {
    throw new AutodevError('invalid_config', `the path of the control socket is too long: ${path}`, {
      why: `it has ${length} bytes; the system takes ${LONGEST_PATH}`,
      hint: 'choose a shorter AUTODEV_HOME',
    });
  }
  await rm(path, { force: true });
  const server = httpServer(fetch);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new AutodevError('io', `cannot listen on ${path}`, { why: messageOf(error), cause: error })),
    );
    // The socket is made within this call: between making it and chmod nobody else may connect.
    const before = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });
  await chmod(path, 0o600);
  return {
    path,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // Whoever asked for the end still gets the answer; a stream that nobody ends does not hold it up.
      const late = systemClock.after(GRACE_MS, () => server.closeAllConnections());
      await closed;
      late.cancel();
      await rm(path, { force: true });
    },
  };
}
