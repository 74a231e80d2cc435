import { fileURLToPath } from 'node:url';
import type { Mount } from '../view/mounts.ts';

/** A port of the sandbox's own loopback, where nobody else listens. */
export const FORWARDER_PORT = 47_113;
export const MODEL_PATH = '/model';
/** Where a CLI in a sandbox finds its model. */
export const MODEL_URL = `http://127.0.0.1:${FORWARDER_PORT}${MODEL_PATH}`;

const RELAY = fileURLToPath(new URL('./forwarder.cjs', import.meta.url));
/** In the sandbox's own /tmp. */
const SOCKET = '/tmp/.autodev-net';
const PROXY = `http://127.0.0.1:${FORWARDER_PORT}`;

/** Every program knows one of these names. Node itself has to be told to look at them. */
export const NETWORK_ENV: Readonly<Record<string, string>> = {
  HTTP_PROXY: PROXY,
  HTTPS_PROXY: PROXY,
  http_proxy: PROXY,
  https_proxy: PROXY,
  NO_PROXY: '127.0.0.1,localhost,::1',
  no_proxy: '127.0.0.1,localhost,::1',
  NODE_USE_ENV_PROXY: '1',
};

/** The program with the forwarder as its parent, which leads to `socket` outside. */
export function forwarded(
  socket: string,
  command: string,
  args: readonly string[],
): { command: string; args: string[]; mount: Mount; read: string } {
  return {
    command: process.execPath,
    args: [RELAY, SOCKET, String(FORWARDER_PORT), command, ...args],
    mount: { at: SOCKET, kind: 'read', from: socket },
    read: RELAY,
  };
}
