import type { AddressInfo } from 'node:net';
import { AutodevError } from '../../work/errors.ts';
import { errorCode } from '../fs/files.ts';
import { httpServer } from './http-server.ts';

export interface Served {
  host: string;
  port: number;
  url: string;
  /** Stops taking connections and ends the open ones. */
  close(): Promise<void>;
}

/** The only door that listens on TCP. Loopback unless a caller says otherwise in so many words. */
export async function serve(
  fetch: (request: Request) => Response | Promise<Response>,
  options: { port?: number; host?: string } = {},
): Promise<Served> {
  const host = options.host ?? '127.0.0.1';
  const wanted = options.port ?? 0;
  return new Promise((resolve, reject) => {
    const server = httpServer(fetch);
    server.once('error', (error: Error) => {
      reject(
        errorCode(error) === 'EADDRINUSE'
          ? new AutodevError('io', `port ${wanted} on ${host} is already in use`, {
              hint: 'choose another with --port, or leave it out to get a free one',
              cause: error,
            })
          : new AutodevError('io', `cannot listen on ${host}:${wanted}`, {
              why: error.message,
              cause: error,
            }),
      );
    });
    server.listen(wanted, host, () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        host,
        port,
        url: `http://${host}:${port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
