import { AutodevError } from '../../../work/errors.ts';

export interface Tail {
  text: string;
  cut: boolean;
}

/** A log without end is not read to its end. */
const LONGEST_READ = 64 * 1024 * 1024;

/** The end of a body, read through without ever holding more than twice the cap. */
export async function readTail(body: AsyncIterable<Uint8Array> | null, capBytes: number): Promise<Tail> {
  const chunks: Uint8Array[] = [];
  let held = 0;
  let read = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    held += chunk.length;
    read += chunk.length;
    while (chunks.length > 1 && held - (chunks[0]?.length ?? 0) >= capBytes)
      held -= chunks.shift()?.length ?? 0;
    if (read > LONGEST_READ) break;
  }
  const whole = Buffer.concat(chunks);
  const cut = read > capBytes;
  const text = whole.subarray(Math.max(0, whole.length - capBytes)).toString('utf8');
  // Begins at the beginning of a line, unless one line is all there is.
  const line = text.indexOf('\n') + 1;
  return { text: cut && line > 0 && line < text.length ? text.slice(line) : text, cut };
}

/** Where a forge keeps logs is another server, which gets no token of ours; anything but https there is refused. */
export function checkedPlace(apiUrl: string, location: string | undefined): string {
  const url = URL.parse(location ?? '', apiUrl);
  if (url !== null && (url.protocol === 'https:' || url.origin === new URL(apiUrl).origin)) return url.href;
  throw new AutodevError('forge_rejected', 'the forge pointed to a place that is not read', {
    data: { origin: url?.origin ?? '' },
  });
}
