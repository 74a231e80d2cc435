import { closeSync, fstatSync, openSync, readSync } from './node-fs.ts';
import { errorCode } from './files.ts';
import type { Stamp } from './sync-files.ts';

export interface LineSink {
  /** One line without its line feed. The bytes are only valid during the call. */
  line(bytes: Buffer, start: number, end: number): void;
  /** A line longer than `maxLine`, of which only the first bytes are at hand. */
  longLine(bytes: Buffer, start: number, end: number): void;
  /** The bytes after the last line feed. Returns whether they were a whole line after all. */
  rest(bytes: Buffer, start: number, end: number): boolean;
  /** The buffer is about to be reused: the last chance to look at lines already given. */
  refill(): void;
}

export interface LineFile {
  stamp: Stamp;
  /** Up to `length` bytes from `position`; fewer at the end of the file. */
  bytesAt(position: number, length: number): Buffer;
  /** Gives every line from `from` to the size at opening; returns the offset up to which lines were taken. */
  lines(from: number, sink: LineSink): number;
  close(): void;
}

export interface LineBuffer {
  open(path: string): LineFile | undefined;
}

/** Most transcripts fit, and so does the buffer into the processor's second-level cache. */
const USUAL = 256 * 1024;

/**
 * A reader of files of lines with one buffer for all of them, synchronous because that is several
 * times faster than promises for thousands of small files. A line never takes more than `maxLine`
 * bytes of memory, whatever its length.
 */
export function lineBuffer(maxLine = 16 * 1024 * 1024): LineBuffer {
  let buffer = Buffer.allocUnsafeSlow(Math.min(USUAL, maxLine));

  const lines = (fd: number, limit: number, from: number, sink: LineSink): number => {
    let offset = from; // where the bytes at buffer[0] lie in the file
    let filled = 0;
    let taken = from;
    let skipping = false; // inside a line that is too long
    for (;;) {
      const want = Math.min(buffer.length - filled, limit - offset - filled);
      const got = want > 0 ? readSync(fd, buffer, filled, want, offset + filled) : 0;
      filled += got;
      const bytes = buffer.subarray(0, filled);
      let at = 0;
      for (;;) {
        const end = bytes.indexOf(10, at);
        if (end === -1) break;
        if (skipping) skipping = false;
        else sink.line(bytes, at, end);
        at = end + 1;
      }
      if (at > 0) taken = offset + at;
      if (got === 0) {
        if (!skipping && at < filled && sink.rest(bytes, at, filled)) taken = offset + filled;
        sink.refill();
        break;
      }
      sink.refill();
      if (skipping) {
        offset += filled;
        filled = 0;
      } else if (at > 0) {
        buffer.copyWithin(0, at, filled);
        offset += at;
        filled -= at;
      } else if (filled === buffer.length) {
        if (buffer.length < maxLine) {
          const larger = Buffer.allocUnsafeSlow(Math.min(buffer.length * 4, maxLine));
          buffer.copy(larger, 0, 0, filled);
          buffer = larger;
        } else {
          sink.longLine(bytes, 0, filled);
          skipping = true;
          offset += filled;
          filled = 0;
        }
      }
    }
    if (buffer.length > 4 * 1024 * 1024) buffer = Buffer.allocUnsafeSlow(Math.min(USUAL, maxLine));
    return taken;
  };

  return {
    open: (path) => {
      let fd: number;
      try {
        fd = openSync(path, 'r');
      } catch (error) {
        // Gone, turned into a folder, or no longer ours to read: for the index all the same.
        if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP'].includes(errorCode(error) ?? ''))
          return undefined;
        throw error;
      }
      const { size, mtimeMs, ino } = fstatSync(fd);
      return {
        stamp: { size, mtimeMs, ino },
        bytesAt: (position, length) => {
          const bytes = Buffer.allocUnsafe(length);
          return bytes.subarray(0, readSync(fd, bytes, 0, length, position));
        },
        lines: (from, sink) => lines(fd, size, from, sink),
        close: () => closeSync(fd),
      };
    },
  };
}
