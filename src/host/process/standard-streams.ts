import fs from 'node:fs';

/** All of standard input, at once. */
export function readStandardInput(): string {
  // One native call where the pipe is an ordinary one, which it always was so far.
  try {
    return fs.readFileSync(0, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
  }
  // Its writer made it non-blocking: wait for more without spinning. What was lost above makes broken JSON, and so a denial.
  const chunks: Buffer[] = [];
  const buffer = Buffer.allocUnsafe(65_536);
  for (;;) {
    try {
      const size = fs.readSync(0, buffer, 0, buffer.length, null);
      if (size === 0) return Buffer.concat(chunks).toString('utf8');
      chunks.push(Buffer.from(buffer.subarray(0, size)));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Writes to standard output at once, before the process leaves. */
export function writeStandardOutput(text: string): void {
  fs.writeSync(1, text);
}

/** The folder this process stands in, which may have been removed under it. */
export function standing(otherwise: string): string {
  try {
    return process.cwd();
  } catch {
    return otherwise;
  }
}

export function writeStandardError(text: string): void {
  fs.writeSync(2, text);
}
