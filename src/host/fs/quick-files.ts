/**
 * Files for commands that must start at once: synchronous, and without an import of `node:fs`, which also loads its
 * promises (measured: a tenth of the start of Node).
 */
const { fstatSync, readFileSync, renameSync, statSync, writeFileSync, writeSync } =
  process.getBuiltinModule('node:fs');

export function readQuickly(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whole or not at all. It is a copy of what is known elsewhere, so nothing waits for the disk and failing is fine. */
export function writeQuickly(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    // The home is read-only or the disk is full: then there is no copy.
  }
}

/** Tells whether any of these files has changed, come or gone since. */
export function marksOf(folder: string, names: readonly string[]): string {
  return names
    .map((name) => {
      const found = statSync(`${folder}/${name}`, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? '-' : `${found.mtimeNs}/${found.size}/${found.ino}`;
    })
    .join(' ');
}

/** Whether the process is there and is the one that started then (field 22 of its stat). */
export function isAlive(pid: number, started: string): boolean {
  return startOf(pid) === started;
}

export function startOf(pid: number): string {
  const stat = readQuickly(`/proc/${pid}/stat`);
  if (stat !== undefined) {
    // The command name may hold spaces and brackets; a dead process that nobody has waited for is dead all the same.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'gone' : (fields[19] ?? '');
  }
  try {
    process.kill(pid, 0);
    return 'unknown';
  } catch {
    return 'gone';
  }
}

export function nowQuickly(): number {
  return Date.now();
}

/** Whether this descriptor leads into a pipe, a file or a socket: certainly no terminal. */
export function isPlain(descriptor: number): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFIFO() || kind.isFile() || kind.isSocket();
  } catch {
    return false;
  }
}

/**
 * Writes to a descriptor without making a stream for it, which would be an eighth of the start of Node. Node's streams
 * to pipes and files are synchronous too. Gives back what could not be written without waiting.
 */
export function writeOut(descriptor: number, text: string): Buffer {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return rest;
      throw error;
    }
  }
  return rest;
}
