import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';

/** The only file that makes HTTP servers. It does not listen yet. */
export function httpServer(fetch: (request: Request) => Response | Promise<Response>): Server {
  return createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
}
