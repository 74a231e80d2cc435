import { join } from 'node:path';
import { z } from 'zod';
import type { WebSource } from '../api/board/web-source.ts';
import type { Clock } from '../host/clock.ts';
import { writeAtomic } from '../host/fs/files.ts';
import { readSecret } from '../host/fs/secret-file.ts';
import type { Host } from '../host/host.ts';
import type { Served } from '../host/net/serve.ts';
import { AutodevError, messageOf } from '../work/errors.ts';

/** Serves the dashboard. Given by whoever starts the daemon, so that it is loaded only when it is asked for. */
export type ServeWeb = (options: {
  source: WebSource;
  clock: Clock;
  token: string;
  port: number;
}) => Promise<Served>;

/** The dashboard of a daemon: opened when it is asked for, and again after a restart, at the same address. */
export interface WebDoor {
  /** Its address with the token. Another port than before moves it there. */
  open(port: number | undefined): Promise<string>;
  /** As it was before the restart; says why not. */
  reopen(): Promise<string | undefined>;
  close(): Promise<void>;
}

const remembered = z.object({ port: z.number().int(), token: z.string().min(32) });
type Remembered = z.infer<typeof remembered>;

const fileOf = (home: string) => join(home, 'web.json');

export function openWebDoor(parts: {
  home: string;
  host: Host;
  source: WebSource;
  /** Absent: this process serves none. */
  serve: ServeWeb | undefined;
  /** Where nobody names one; 0 takes a free one. */
  port: () => number;
}): WebDoor {
  const { home, host, source, serve } = parts;
  let served: Served | undefined;
  const close = async () => {
    await served?.close();
    served = undefined;
  };
  const openAt = async (port: number, token: string): Promise<string> => {
    if (serve === undefined) throw new AutodevError('failed', 'this daemon serves no dashboard');
    if (served !== undefined && (port === 0 || port === served.port)) return served.url;
    const fresh = await serve({ source, clock: host.clock, token, port });
    await close();
    served = fresh;
    host.secrets.hold(token);
    await writeAtomic(
      fileOf(home),
      `${JSON.stringify({ port: fresh.port, token } satisfies Remembered)}\n`,
      0o600,
    );
    return fresh.url;
  };
  return {
    close,
    open: async (port) => {
      const known = await readRemembered(home);
      return openAt(port ?? served?.port ?? parts.port(), known?.token ?? newToken(host));
    },
    reopen: async () => {
      try {
        const known = await readRemembered(home);
        if (known !== undefined && serve !== undefined) await openAt(known.port, known.token);
        return undefined;
      } catch (error) {
        return messageOf(error);
      }
    },
  };
}

export function newToken(host: Host): string {
  return host.random.hex(32);
}

/** A file that is not ours any more is as good as none. */
async function readRemembered(home: string): Promise<Remembered | undefined> {
  const text = await readSecret(fileOf(home), { ours: true });
  if (text === undefined) return undefined;
  try {
    return remembered.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
