import { closeSync, constants, fstatSync, openSync, readSync } from './node-fs.ts';
import { fileError } from './files.ts';

const FIRST = 1 << 18;

/**
 * Reads one file after the other into the same buffer; what it gives is valid until the next call. Anything but a file is
 * an error: a pipe would keep us waiting for ever, a device would never end.
 */
export function reusedReader(): (path: string) => Buffer {
  let buffer = Buffer.allocUnsafeSlow(FIRST);
  return (path) => {
    let file: number | undefined;
    try {
      file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      if (!fstatSync(file).isFile()) throw new Error('it is not a regular file');
      let length = 0;
      for (;;) {
        const got = readSync(file, buffer, length, buffer.length - length, null);
        length += got;
        if (got === 0) return buffer.subarray(0, length);
        if (length === buffer.length) {
          const larger = Buffer.allocUnsafeSlow(buffer.length * 2);
          buffer.copy(larger, 0, 0, length);
          buffer = larger;
        }
      }
    } catch (error) {
      throw fileError(error, `cannot read ${path}`);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  };
}
