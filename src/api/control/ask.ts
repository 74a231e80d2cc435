import { requestOverSocket, type SocketRequest } from '../../host/net/socket-request.ts';

/** Where the daemon of a home listens. */
export function socketPath(home: string): string {
  return `${home}/control.sock`;
}

/** One question to the daemon of a home. Loads nothing but the socket, so that `autodev status` starts at once. */
export type Asked =
  /** Nobody listens: no daemon, or one that died. */
  | { kind: 'absent' }
  /** Somebody listens and does not answer. */
  | { kind: 'silent'; why: string }
  | { kind: 'answered'; ok: boolean; value: unknown; body: string };

export async function askDaemon(home: string, request: SocketRequest): Promise<Asked> {
  try {
    const { status, body } = await requestOverSocket(socketPath(home), request);
    return {
      kind: 'answered',
      ok: status < 400,
      value: body.startsWith('{') ? JSON.parse(body) : body,
      body,
    };
  } catch (error) {
    if (request.signal?.aborted) throw error;
    const { code = '', message } = error as { code?: string; message: string };
    return /^(ENOENT|ECONNREFUSED|ENOTDIR|EACCES|EINVAL)$/.test(code)
      ? { kind: 'absent' }
      : { kind: 'silent', why: message };
  }
}
