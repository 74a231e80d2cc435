import type { Readable } from 'node:stream';

interface Collected {
  bytes: () => Buffer;
  cut: () => boolean;
  ended: Promise<void>;
}

/** Reads a stream to its end and keeps no more than the cap. */
export function collect(stream: Readable, cap: number): Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  stream.on('data', (chunk: Buffer) => {
    const room = cap - size;
    if (chunk.length > room) cut = true;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    chunks.push(part);
    size += part.length;
  });
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve);
    stream.once('error', () => resolve());
  });
  return { bytes: () => Buffer.concat(chunks), cut: () => cut, ended };
}
