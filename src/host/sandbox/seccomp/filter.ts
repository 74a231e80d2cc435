import { ABSENT, LOOKED_AT, REFUSED } from './denied-calls.ts';

/** Machines whose numbers we know, as the kernel's audit part names them. */
const MACHINES: Partial<Record<NodeJS.Architecture, { audit: number; column: 0 | 1 }>> = {
  x64: { audit: 0xc000003e, column: 0 },
  arm64: { audit: 0xc00000b7, column: 1 },
};

const ERRNO = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 };
const ALLOW = 0x7fff0000;
const refuse = (errno: keyof typeof ERRNO) => (0x00050000 | ERRNO[errno]) >>> 0;

/** Where a field lies in the kernel's `seccomp_data`; of arguments the lower half. */
const FIELD = { number: 0, machine: 4, argument: (index: number) => 16 + 8 * index };

/** Classic BPF: load a word, jump when equal, when greater or equal, when a bit is set, and return. */
const LOAD = 0x20;
const EQUAL = 0x15;
const AT_LEAST = 0x35;
const ANY_BIT = 0x45;
const RETURN = 0x06;

/** The second way of x64 to name system calls, with pointers of 32 bits. */
const X32 = 0x40000000;
/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACE =
  0x80 | 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000;
/** Types into a terminal as if a person had. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/**
 * UNIX, INET, INET6, NETLINK. Of the others some do not know network namespaces: VSOCK leads from a virtual machine to
 * its host.
 */
const FAMILIES = [1, 2, 10, 16];

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** The filter of system calls for bubblewrap's --seccomp, or undefined for a machine whose numbers we do not know. */
export function seccompFilter(arch: NodeJS.Architecture = process.arch): Uint8Array | undefined {
  const machine = MACHINES[arch];
  if (machine === undefined) return undefined;
  const { audit, column } = machine;
  const answer = (value: number): Instruction => [RETURN, 0, 0, value];
  const when = (number: number | null, ...then: Instruction[]): Instruction[] =>
    number === null ? [] : [[EQUAL, 0, then.length, number], ...then];
  const argument = (index: number): Instruction => [LOAD, 0, 0, FIELD.argument(index)];
  const program: Instruction[] = [
    [LOAD, 0, 0, FIELD.machine],
    // Programs of another kind (32 bits) have other numbers: not looked at means not allowed.
    [EQUAL, 1, 0, audit],
    answer(refuse('EPERM')),
    [LOAD, 0, 0, FIELD.number],
    ...(arch === 'x64' ? ([[AT_LEAST, 0, 1, X32], answer(refuse('ENOSYS'))] satisfies Instruction[]) : []),
    ...when(
      LOOKED_AT.clone[column],
      argument(0),
      [ANY_BIT, 0, 1, NEW_NAMESPACE],
      answer(refuse('EPERM')),
      answer(ALLOW),
    ),
    ...when(
      LOOKED_AT.ioctl[column],
      argument(1),
      [EQUAL, 1, 0, TIOCSTI],
      [EQUAL, 0, 1, TIOCLINUX],
      answer(refuse('EPERM')),
      answer(ALLOW),
    ),
    ...when(
      LOOKED_AT.socket[column],
      argument(0),
      ...FAMILIES.flatMap((family): Instruction[] => [[EQUAL, 0, 1, family], answer(ALLOW)]),
      answer(refuse('EAFNOSUPPORT')),
    ),
    ...Object.values(ABSENT).flatMap((numbers) => when(numbers[column], answer(refuse('ENOSYS')))),
    ...Object.values(REFUSED).flatMap((numbers) => when(numbers[column], answer(refuse('EPERM')))),
    answer(ALLOW),
  ];
  return assembled(program);
}

/** `struct sock_filter`: 16 bits of code, two jumps of 8, a value of 32, as both machines write them. */
function assembled(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, ifTrue);
    view.setUint8(index * 8 + 3, ifFalse);
    view.setUint32(index * 8 + 4, value, true);
  }
  return bytes;
}
