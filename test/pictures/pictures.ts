import { sha256 } from '../../src/host/hash.ts';

export const PICTURES = new URL('../../docs/pictures/', import.meta.url);

/** What lies beside a picture: which one it belongs to, and the words that it shows, to be compared with the program. */
export function sidecarOf(picture: string | Buffer, words: string): string {
  return `picture ${sha256(picture.toString('base64'))}\n${words}`;
}

/** The end of the demo without what differs from run to run: times, amounts, numbers, and who was first. */
export function demoWords(output: string): string {
  const end = output.slice(output.lastIndexOf('\nitem '));
  const lines = end.split('\n').map((line) =>
    line
      .replaceAll(/[─\s]+/g, ' ')
      .replaceAll(/\d+(\.\d+)?/g, 'N')
      .trim()
      // Where a title is cut depends on how long the times are.
      .replace(/^(.{1,24}).*…/, '$1…'),
  );
  return `${lines
    .filter((line) => line !== '')
    .toSorted()
    .join('\n')}\n`;
}
