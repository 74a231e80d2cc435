import type { Clock } from '../host/clock.ts';
import { serve, type Served } from '../host/net/serve.ts';
import { webApp } from './app.ts';
import { openDoor } from './door.ts';
import type { WebSource } from '../api/board/web-source.ts';

export interface OpenWeb {
  source: WebSource;
  clock: Clock;
  token: string;
  /** 0: any that is free. */
  port: number;
}

/** Serves the dashboard on loopback. `url` is the address with the token, to be printed once. */
export async function openWeb({ source, clock, token, port }: OpenWeb): Promise<Served> {
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });
  const served = await serve((request) => answer(request), { port });
  answer = webApp({ source, clock, door: openDoor({ token, port: served.port }) }).fetch;
  return { ...served, url: `${served.url}/?token=${token}` };
}
