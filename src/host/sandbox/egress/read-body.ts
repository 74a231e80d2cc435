import type { IncomingMessage } from 'node:http';
import { Refused } from './refused.ts';

/** All of a request's body: sent on in one piece with a length of ours, it cannot hold a second request. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new Refused(`a question of more than ${limit / 1024 / 1024} MB`, 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
