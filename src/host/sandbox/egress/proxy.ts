import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { chmod, open, rm } from '../../fs/node-fs.ts';
import { allowing, leadsAstray, type Target } from './allowed-host.ts';
import { forward } from './forward.ts';
import { askModel } from './ask-model.ts';
import type { ModelAccess } from './model-access.ts';
import { FORWARDER_PORT } from './network.ts';
import { Refused } from './refused.ts';

export interface EgressProxyOptions {
  /** Where the socket is made: in a folder that nobody else can look into. */
  socket: string;
  allow: readonly string[];
  model?: ModelAccess | undefined;
  /** Somebody in the sandbox wanted to reach this, and was not let. */
  refused(where: string, why: string): void;
}

export interface EgressProxy {
  close(): Promise<void>;
}

/** More at once nobody needs who means well. */
const CONNECTIONS = 256;
const TUNNEL_SILENCE_MS = 30 * 60_000;

/** The only way out of a sandbox without network: a proxy on a socket, for one sandbox alone. */
export async function openEgressProxy(options: EgressProxyOptions): Promise<EgressProxy> {
  const tunnels = new Set<Duplex>();

  const addressOf = async (target: Target): Promise<string> => {
    const where = `${target.host}:${target.port}`;
    const refuse = (why: string) => {
      options.refused(where, why);
      return new Refused(`${where} ${why}`);
    };
    if (allowing(options.allow, target) === undefined) throw refuse('is not in sandbox.allow_hosts');
    const { address } = await lookup(target.host);
    // Whoever means an address of their own network writes it down too.
    if (
      leadsAstray(target.host, address) &&
      allowing(options.allow, { ...target, host: address }) === undefined
    )
      throw refuse(`is ${address}, which a name must not lead to unless it is in sandbox.allow_hosts itself`);
    return address;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${FORWARDER_PORT}`);
    if (isOurs(url.hostname, Number(url.port || 80))) return askModel(options.model, url, request, response);
    // An offer to go on in another protocol (cargo makes one) is not passed on, and so never taken.
    if (url.protocol !== 'http:') throw new Refused('only plain requests; anything else by CONNECT');
    const target = { host: url.hostname.replaceAll(/[[\]]/g, ''), port: Number(url.port || 80) };
    await forward(request, response, { url, address: await addressOf(target) });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, error));
  });
  server.on('connect', (request: IncomingMessage, inside: Socket, head: Buffer) => {
    tunnels.add(inside);
    inside.on('error', () => {}).once('close', () => tunnels.delete(inside));
    // What came in one piece with the request belongs to the tunnel.
    if (head.length > 0) inside.unshift(head);
    const target = targetOf(request.url ?? '');
    if (target === undefined) {
      inside.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    if (isOurs(target.host, target.port)) {
      inside.write('HTTP/1.1 200 OK\r\n\r\n');
      server.emit('connection', inside);
      return;
    }
    addressOf(target).then(
      (address) => tunnel(inside, address, target.port),
      (error: unknown) => inside.end(`HTTP/1.1 ${statusOf(error)} No\r\n\r\n${textOf(error)}\n`),
    );
  });
  const tunnel = (inside: Socket, address: string, port: number) => {
    const outside = connect({ host: address, port }, () => inside.write('HTTP/1.1 200 OK\r\n\r\n'));
    tunnels.add(outside);
    outside.setTimeout(TUNNEL_SILENCE_MS, () => outside.destroy());
    outside.on('error', () => inside.destroy()).once('close', () => tunnels.delete(outside));
    inside.on('close', () => outside.destroy());
    inside.pipe(outside).pipe(inside);
  };
  // A client that keeps its connection decides how long.
  server.maxConnections = CONNECTIONS;
  server.keepAliveTimeout = 10 * 60_000;
  // A socket's address holds 107 bytes, which a deep folder's path exceeds; by way of its number it is short.
  const folder = await open(dirname(options.socket), 'r');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(`/proc/self/fd/${folder.fd}/${basename(options.socket)}`, resolve);
  });
  await chmod(options.socket, 0o600);
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of tunnels) socket.destroy();
      server.closeAllConnections();
      await closed;
      await folder.close();
      await rm(options.socket, { force: true });
    },
  };
}

/** A client that was given a proxy may ask it even for its own loopback. */
const isOurs = (host: string, port: number) =>
  port === FORWARDER_PORT && (host === '127.0.0.1' || host === 'localhost');

/** `host:port`, `[address]:port`; whoever wants a tunnel says where to. */
function targetOf(authority: string): Target | undefined {
  const [, address, name, port] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+)):(\d{1,5})$/i.exec(authority) ?? [];
  return port === undefined ? undefined : { host: address ?? name ?? '', port: Number(port) };
}

const statusOf = (error: unknown) => (error instanceof Refused ? error.status : 502);

/** Nobody in the sandbox is told more of what lies outside than the kind of failure. */
function textOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return `autodev: cannot be reached${code === undefined ? '' : ` (${code})`}`;
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // What is left of the request is not to be taken for another.
  response.writeHead(statusOf(error), { 'content-type': 'text/plain', connection: 'close' });
  response.end(`${textOf(error)}\n`);
}
