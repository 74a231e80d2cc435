/** Signals that a program may answer, or that end it. */
const SIGNALS = ['INT', 'QUIT', 'TERM', 'HUP', 'USR1', 'USR2'];

/**
 * Starts what encloses the program and passes on to the program alone what is sent to this process alone. A signal to
 * the whole group must not end what encloses the program before the program has answered it, so that ignores them. A
 * terminal's own signals have reached the program already.
 */
const SUPERVISE = `
t=$1 d=$2 n=$3; shift 3
if [ -n "$d" ]; then
  # A folder of the path may be the project's.
  umask 077; command -p mkdir "$d" && command -p mkfifo "$d/up" || exit 2
  set -f; "$1" "$2" outside "$d" $n > "$d/up" 2>/dev/null < /dev/null & o=$!
  read -r x < "$d/up"; shift 2; set +f
  trap 'kill $o; command -p rm -rf "$d"' EXIT
fi
c= early=
# Before the program begins: it may tell whoever waits for it that it is ready, and be sent a signal at once.
pass() {
  [ -n "$c" ] || { early="$early $1"; return; }
  { read -r k x < "/proc/$c/task/$c/children"; read -r k x < "/proc/$k/task/$k/children"; kill "-$1" "$k"; } 2>/dev/null
}
for s in TERM HUP USR1 USR2; do trap "pass $s" "$s"; done
for s in INT QUIT; do [ $t = 1 ] && trap : "$s" || trap "pass $s" "$s"; done
exec 3<&0
(trap '' ${SIGNALS.join(' ')}; exec "$@" <&3 3<&-) &
c=$!
exec 3<&-
for s in $early; do pass "$s"; done
while :; do
  wait "$c"; r=$?
  kill -0 "$c" 2>/dev/null && continue
  # A signal may have ended the waiting just when the program ended: then its own exit code is still to be had.
  wait "$c" 2>/dev/null; s=$?
  [ "$s" = 127 ] && exit "$r"
  exit "$s"
done
`;

/** A way to services on the loopback outside: the folder of its sockets, the ports, the program that makes it. */
export interface Loopback {
  folder: string;
  ports: readonly number[];
  program: readonly [node: string, file: string];
}

/** The command line of a shell that watches over `enclosed`. */
export function supervised(
  enclosed: readonly string[],
  terminal: boolean,
  loopback: Loopback | undefined,
): string[] {
  const way = loopback === undefined ? ['', ''] : [loopback.folder, loopback.ports.join(' ')];
  return [
    'sh',
    '-c',
    SUPERVISE,
    'autodev-develop-run',
    terminal ? '1' : '0',
    ...way,
    ...(loopback?.program ?? []),
    ...enclosed,
  ];
}

/** The program with its signals as they are usually, inside what ignores them. */
export function answering(words: readonly string[]): string[] {
  return ['/usr/bin/env', `--default-signal=${SIGNALS.join(',')}`, ...words];
}

const INSIDE = `d=$1 n=$2; set -f; mkfifo "$d/in"; "$3" "$4" inside "$d" $n > "$d/in" 2>/dev/null < /dev/null &
read -r x < "$d/in"; shift 4; exec "$@"`;

/** The program beside the inner half of that way. */
export function withLoopback(words: readonly string[], { folder, ports, program }: Loopback): string[] {
  return ['sh', '-c', INSIDE, 'autodev-loopback', folder, ports.join(' '), ...program, ...words];
}
