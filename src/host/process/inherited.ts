import { AutodevError } from '../../work/errors.ts';
import { lookUp } from '../fs/look-up.ts';

export interface CommandLine {
  command: string;
  args: readonly string[];
}

const CLOSE_ON_EXEC = 0o2000000;
const ACCESS = 0o3;
const READ_ONLY = 0;

/**
 * Closes the descriptors it is told, then becomes the program. `sh` alone knows no descriptor above 9; bash is ready in
 * 2 ms, perl with POSIX in 15. `-p`: it reads no file that the environment names.
 */
const CLOSERS = [
  ['bash', '-p', '-c', 'for fd in $0; do eval "exec $fd>&-"; done; exec "$@"'],
  ['perl', '-MPOSIX', '-e', 'POSIX::close($_) for split / /, shift; exec { $ARGV[0] } @ARGV; exit 127'],
] as const;

/**
 * Descriptors that whoever started us left open, and that every program we start would have too: a folder among them
 * leads out of any sandbox. Node's own are closed when another program begins.
 */
function inherited(needed: ReadonlySet<number>): number[] {
  return lookUp
    .names('/proc/self/fd')
    .map(Number)
    .filter((fd) => {
      const info = fd > 2 ? lookUp.text(`/proc/self/fdinfo/${fd}`) : '';
      const flags = typeof info === 'string' ? /^flags:\s*([0-7]+)/m.exec(info)?.[1] : undefined;
      if (flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0) return false;
      return !(needed.has(fd) && isInput(fd, Number.parseInt(flags, 8)));
    });
}

/** The descriptors that a command names as files: `diff <(a) <(b)` is started with `/dev/fd/63 /dev/fd/62`. */
export function inputsOf(words: readonly string[]): ReadonlySet<number> {
  const named = words.map((word) => /^\/(?:dev|proc\/self)\/fd\/([1-9]\d?)$/.exec(word)?.[1]);
  return new Set(named.filter((fd) => fd !== undefined).map(Number));
}

/** The reading end of a pipe without a name: nothing can be reached by it but what somebody writes there. */
function isInput(fd: number, flags: number): boolean {
  return (flags & ACCESS) === READ_ONLY && lookUp.link(`/proc/self/fd/${fd}`)?.startsWith('pipe:[') === true;
}

const NO_FDS: ReadonlySet<number> = new Set();

/**
 * The same command with nothing open but its standard streams, and of the descriptors that it needs those that only
 * bring it something; in nearly every case that is the command itself.
 */
export function withoutInherited<T extends CommandLine>(given: T, path: string, needed = NO_FDS): T {
  const open = inherited(needed);
  if (open.length === 0) return given;
  for (const [name, ...words] of CLOSERS) {
    const folder = path.split(':').find((each) => lookUp.target(`${each}/${name}`)?.kind === 'file');
    if (folder === undefined) continue;
    const args = [...words, open.join(' '), given.command, ...given.args];
    return { ...given, command: `${folder}/${name}`, args };
  }
  throw new AutodevError(
    'gate_closed',
    'descriptors that were left open to autodev would be open in a sandbox',
    {
      why: `descriptors ${open.join(', ')}, and neither perl nor bash is here to close them`,
      hint: 'start autodev without them',
    },
  );
}
