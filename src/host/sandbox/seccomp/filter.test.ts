import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ABSENT, LOOKED_AT, REFUSED } from './denied-calls.ts';
import { seccompFilter } from './filter.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const ALLOW = 0x7fff0000;
const errno = (number: number) => 0x00050000 + number;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [errno(1), errno(38), errno(97)];

/** What the kernel would answer: the program run as the kernel's machine does. */
function answer(filter: Uint8Array, machine: number, call: number, args: readonly number[] = []): number {
  const view = new DataView(filter.buffer, filter.byteOffset, filter.byteLength);
  const data = new Map([
    [0, call],
    [4, machine],
    ...args.map((value, index) => [16 + 8 * index, value] as const),
  ]);
  let loaded = 0;
  for (let at = 0; ; at += 1) {
    const code = view.getUint16(at * 8, true);
    const [yes, no, value] = [
      view.getUint8(at * 8 + 2),
      view.getUint8(at * 8 + 3),
      view.getUint32(at * 8 + 4, true),
    ];
    if (code === 0x06) return value;
    if (code === 0x20) loaded = data.get(value) ?? 0;
    else {
      const met = { 0x15: loaded === value, 0x35: loaded >= value, 0x45: (loaded & value) !== 0 }[code];
      assert.notEqual(met, undefined, `unknown instruction ${code}`);
      at += met ? yes : no;
    }
  }
}

/** Written down a second time, from the kernel's tables, so that a row that is lost is missed. */
const MUST_BE_REFUSED: Record<string, readonly [x64: number, arm64: number]> = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsmount: [432, 432],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  userfaultfd: [323, 282],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  open_by_handle_at: [304, 265],
  kexec_load: [246, 104],
  init_module: [175, 105],
  finit_module: [313, 273],
  reboot: [169, 142],
  sethostname: [170, 161],
  syslog: [103, 116],
};

for (const [arch, column] of [
  ['x64', 0],
  ['arm64', 1],
] as const) {
  describe(`the filter of system calls on ${arch}`, () => {
    const filter = seccompFilter(arch) as Uint8Array;
    const ask = (call: number, ...args: number[]) => answer(filter, AUDIT[arch], call, args);

    test('refuses each of its list, and what it calls absent looks absent', () => {
      for (const [name, numbers] of Object.entries(REFUSED))
        if (numbers[column] !== null) assert.equal(ask(numbers[column]), EPERM, name);
      for (const [name, numbers] of Object.entries(ABSENT))
        assert.equal(ask(numbers[column] ?? -1), ENOSYS, name);
    });

    test('refuses what reaches past the sandbox, whatever the list has become', () => {
      for (const [name, numbers] of Object.entries(MUST_BE_REFUSED))
        assert.equal(ask(numbers[column]), EPERM, name);
      for (const call of [425, 426, 427, 435]) assert.equal(ask(call), ENOSYS, String(call));
    });

    test('lets processes and threads be made, but none with a namespace of its own', () => {
      const clone = LOOKED_AT.clone[column];
      assert.equal(ask(clone, 0x01200011), ALLOW);
      assert.equal(ask(clone, 0x003d0f00), ALLOW);
      for (const flag of [0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
        assert.equal(ask(clone, flag | 17), EPERM, flag.toString(16));
    });

    test('lets a terminal be used, but not typed into', () => {
      const ioctl = LOOKED_AT.ioctl[column];
      assert.equal(ask(ioctl, 0, 0x5401), ALLOW);
      assert.equal(ask(ioctl, 0, 0x5412), EPERM);
      assert.equal(ask(ioctl, 0, 0x541c), EPERM);
    });

    test('lets sockets of the network and of files be made, and no other', () => {
      const socket = LOOKED_AT.socket[column];
      for (const family of [1, 2, 10, 16]) assert.equal(ask(socket, family), ALLOW);
      for (const family of [17, 31, 38, 40, 44]) assert.equal(ask(socket, family), EAFNOSUPPORT);
    });

    test('allows everything else, of this machine only', () => {
      for (const call of [0, 1, 64, 101, 117, 202, 257, 300_000].filter((call) => !taken(column).has(call)))
        assert.equal(ask(call), ALLOW, String(call));
      assert.equal(answer(filter, 0x40000003, 0), EPERM);
    });
  });
}

test('x32 calls do not exist', () => {
  assert.equal(answer(seccompFilter('x64') as Uint8Array, AUDIT.x64, 0x40000000 + 165), ENOSYS);
});

test('for a machine whose numbers are not known there is none', () => {
  assert.equal(seccompFilter('riscv64'), undefined);
});

const taken = (column: 0 | 1) =>
  new Set([...Object.values(REFUSED), ...Object.values(ABSENT)].map((numbers) => numbers[column]));
