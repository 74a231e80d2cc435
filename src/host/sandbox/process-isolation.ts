import type { Processes, StartOptions } from '../process/process.ts';
import type { Exit } from '../process/spawn.ts';

/**
 * How a program is kept so that nothing it starts outlives it.
 * `namespace`: a PID namespace of its own, which the kernel empties as a whole, also when we are killed.
 * `reaper`: a parent that inherits every orphan below it, so that no process can leave the family.
 * `tree`: its processes are watched and remembered; one that loses its parent between two looks gets away.
 */
export type ProcessIsolation = 'namespace' | 'reaper' | 'tree';

export interface IsolatedCommand {
  command: string;
  args: string[];
  /** How many generations below the first process the program itself is. */
  depth: number;
  /** Whether nothing of it is alive, asked after it was killed; undefined or false: look for yourself. */
  emptied?: (() => Promise<boolean>) | undefined;
  /** What it ran into, once it has ended. */
  reached?: ((exit: Exit) => Promise<string[]>) | undefined;
  /** Puts away what was made for it, once nothing of it is alive. */
  close?: (() => Promise<void>) | undefined;
}

const NAMESPACE = ['--unshare-pid', '--die-with-parent', '--dev-bind', '/', '/', '--proc', '/proc'];

/** Number of the system call prctl. */
const PRCTL: Partial<Record<NodeJS.Architecture, number>> = { x64: 157, arm64: 167 };

/**
 * Node cannot make itself the reaper of orphans; Perl, which every Debian has, can. 36 is
 * PR_SET_CHILD_SUBREAPER, 1 is PR_SET_PDEATHSIG: when we are gone, the family ends too.
 */
const REAPER = `
my ($prctl, @command) = @ARGV;
syscall($prctl + 0, 36, 1, 0, 0, 0) == 0 && syscall($prctl + 0, 1, 15, 0, 0, 0) == 0 or exit 125;
sub family {
  my @found;
  for my $path (glob '/proc/[0-9]*/stat') {
    open my $file, '<', $path or next;
    my $line = <$file> // next;
    push @found, $1 if $line =~ /^(\\d+) \\(.*\\) ([A-Z]) (\\d+) /s && $2 ne 'Z' && $3 == $$;
  }
  return @found;
}
sub finish {
  for (1 .. 200) {
    my @left = family() or last;
    kill 'KILL', @left;
    1 while waitpid(-1, 1) > 0;
    select undef, undef, undef, 0.01;
  }
  exit shift;
}
$SIG{INT} = 'IGNORE';
my $program = fork // exit 125;
if (!$program) { $SIG{INT} = 'DEFAULT'; exec { $command[0] } @command; exit 127 }
$SIG{TERM} = sub { finish(143) };
my $ended = 0;
while ((my $child = wait) > 0) { if ($child == $program) { $ended = $?; last } }
finish($ended & 127 ? 128 + ($ended & 127) : $ended >> 8);
`;

/** The command line that runs a program in this way. */
export function isolatedCommand(
  how: ProcessIsolation,
  command: string,
  args: readonly string[],
  mounts: readonly string[] = [],
): IsolatedCommand {
  if (how === 'namespace') {
    return { command: 'bwrap', args: [...NAMESPACE, ...mounts, '--', command, ...args], depth: 2 };
  }
  if (how === 'reaper') {
    const prctl = String(PRCTL[process.arch] ?? 0);
    return { command: 'perl', args: ['-e', REAPER, '--', prctl, command, ...args], depth: 1 };
  }
  return { command, args: [...args], depth: 0 };
}

const probed = new WeakMap<Processes, Promise<ProcessIsolation>>();
const unshut = new WeakSet<Processes>();

/** The same door to programs, but nothing behind it gets a namespace, whatever the machine offers. */
export function withoutNamespace(processes: Processes): Processes {
  const door = { ...processes };
  unshut.add(door);
  return door;
}

/** The best this machine offers, found by trying it once. */
export function processIsolation(processes: Processes, env: StartOptions['env']): Promise<ProcessIsolation> {
  const known = probed.get(processes);
  if (known !== undefined) return known;
  const found = firstThatWorks(processes, env);
  probed.set(processes, found);
  return found;
}

async function firstThatWorks(processes: Processes, env: StartOptions['env']): Promise<ProcessIsolation> {
  if (process.platform !== 'linux') return 'tree';
  for (const how of ['namespace', 'reaper'] as const) {
    if (how === 'namespace' && unshut.has(processes)) continue;
    const { command, args } = isolatedCommand(how, 'true', []);
    try {
      if ((await processes.run(command, args, { env, timeoutMs: 10_000 })).code === 0) return how;
    } catch {
      // Not installed.
    }
  }
  return 'tree';
}
