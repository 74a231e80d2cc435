import { lookup } from 'node:dns/promises';
import { chmod, open, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { messageOf } from '../../work/errors.ts';
import { allowing, leadsAstray, type Target } from './allowed-host.ts';
import { forward } from './forward.ts';
import { MODEL_PATH, RELAY_PORT } from './network.ts';

/** The way to the model: what is asked for below MODEL_PATH goes there, with the credential that the box lacks. */
export interface ModelDoor {
  upstream: string;
  /** What stands for a secret in the box, and the secret. */
  secrets: readonly { standIn: string; real: string }[];
  /** Why no further question is passed on. */
  refusal(): string | undefined;
  /** A question is passed on; the answer is told piece by piece. */
  asked(): (text: string) => void;
}

export interface NetDoorOptions {
  /** Where the socket is made: in a folder that nobody else can look into. */
  socket: string;
  allow: readonly string[];
  model?: ModelDoor | undefined;
  /** Somebody in the box wanted to reach this, and was not let. */
  refused(where: string, why: string): void;
}

export interface NetDoor {
  close(): Promise<void>;
}

class Refused extends Error {}

/** The only way out of a box without network: a proxy on a socket, for one box alone. */
export async function openNetDoor(options: NetDoorOptions): Promise<NetDoor> {
  const tunnels = new Set<Duplex>();

  const addressOf = async (target: Target): Promise<string> => {
    const where = `${target.host}:${target.port}`;
    const refuse = (why: string) => {
      options.refused(where, why);
      return new Refused(`autodev: ${where} ${why}`);
    };
    if (allowing(options.allow, target) === undefined) throw refuse('is not in sandbox.allow_hosts');
    const { address } = await lookup(target.host);
    if (leadsAstray(target.host, address)) throw refuse(`is ${address}, which a name must not lead to`);
    return address;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${RELAY_PORT}`);
    if (isOurs(url.hostname, Number(url.port || 80))) return askModel(options.model, url, request, response);
    const target = { host: url.hostname.replaceAll(/[[\]]/g, ''), port: Number(url.port || 80) };
    await forward(request, response, { url, address: await addressOf(target) });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, error));
  });
  server.on('connect', (request: IncomingMessage, inside: Socket) => {
    tunnels.add(inside);
    inside.on('error', () => {}).once('close', () => tunnels.delete(inside));
    const target = targetOf(request.url ?? '');
    if (isOurs(target.host, target.port)) {
      inside.write('HTTP/1.1 200 OK\r\n\r\n');
      server.emit('connection', inside);
      return;
    }
    addressOf(target).then(
      (address) => tunnel(inside, address, target.port),
      (error: unknown) => inside.end(`HTTP/1.1 ${statusLine(error)}\r\n\r\n${messageOf(error)}\n`),
    );
  });
  const tunnel = (inside: Socket, address: string, port: number) => {
    const outside = connect({ host: address, port }, () => inside.write('HTTP/1.1 200 OK\r\n\r\n'));
    tunnels.add(outside);
    outside.on('error', () => inside.destroy()).once('close', () => tunnels.delete(outside));
    inside.on('close', () => outside.destroy());
    inside.pipe(outside).pipe(inside);
  };
  // A client that keeps its connection decides how long.
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
  port === RELAY_PORT && (host === '127.0.0.1' || host === 'localhost');

async function askModel(
  model: ModelDoor | undefined,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (model === undefined || !(url.pathname === MODEL_PATH || url.pathname.startsWith(`${MODEL_PATH}/`)))
    throw new Refused('autodev: there is no model here');
  if (request.headers.upgrade !== undefined) {
    // Answers on a web socket could not be counted; with this status codex asks by HTTP at once.
    response.writeHead(426).end();
    return;
  }
  const refusal = model.refusal();
  if (refusal !== undefined) throw new Refused(`autodev: ${refusal}`);
  const swap = (text: string) =>
    model.secrets.reduce((so, { standIn, real }) => so.replaceAll(standIn, real), text);
  const path = `${url.pathname.slice(MODEL_PATH.length)}${swap(url.search)}`;
  const upstream = new URL(`${model.upstream.replace(/\/$/, '')}${path}`);
  await forward(request, response, { url: upstream, header: swap, told: model.asked() });
}

function targetOf(authority: string): Target {
  const [, host = '', port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(authority) ?? [];
  return { host, port: Number(port ?? 443) };
}

const statusLine = (error: unknown) => (error instanceof Refused ? '403 Forbidden' : '502 Bad Gateway');

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(error instanceof Refused ? 403 : 502, { 'content-type': 'text/plain' });
  response.end(`${messageOf(error)}\n`);
}
