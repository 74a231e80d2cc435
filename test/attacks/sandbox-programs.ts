import { ABSENT, REFUSED } from '../../src/host/sandbox/seccomp/denied-calls.ts';

/** What lies outside the sandbox and is to stay as it is. */
export interface Outside {
  /** A secret that no program may print. */
  secret: string;
  autodev: string;
  home: string;
  /** A file outside on the same file system as the worktree. */
  canary: string;
  /** A process outside. */
  pid: number;
  /** A socket of a service outside, in a folder that is shown; and one that is abstract. */
  socket: string;
  abstract: string;
  /** A TCP port on this machine's loopback. */
  port: number;
}

/**
 * Small programs that try to leave the sandbox. Each prints PWNED when it did, and `tried` at its end in any case.
 * Perl can make any system call, and is on every Debian.
 */
export interface Attack {
  name: string;
  run: 'perl' | 'sh' | 'node';
  text: (outside: Outside) => string;
}

const column = process.arch === 'arm64' ? 1 : 0;
const call = (name: string) => (REFUSED[name] ?? ABSENT[name])?.[column] ?? -1;
const number = (x64: number, arm64: number) => (column === 0 ? x64 : arm64);

const perl = (name: string, text: string | ((outside: Outside) => string)): Attack => ({
  name,
  run: 'perl',
  text: (outside) =>
    `use strict; use warnings; END { print "tried\\n" } sub pwned { print "PWNED @_\\n" }\n${typeof text === 'string' ? text : text(outside)}`,
});
const sh = (name: string, text: string | ((outside: Outside) => string)): Attack => ({
  name,
  run: 'sh',
  text: (outside) =>
    `pwned() { echo "PWNED $*"; }\n${typeof text === 'string' ? text : text(outside)}\necho tried\n`,
});

/** A call that must not succeed, with arguments under which the kernel alone would let root, or anybody, do it. */
const refused = (name: string, args: string): Attack =>
  perl(
    `system call ${name}`,
    `my ($z, $tmp, $a, $b) = ("\\0" x 4096, "tmpfs\\0", "/tmp\\0", "/\\0"); my $r = syscall(${call(name)}, ${args}); pwned('${name}', $r) if $r != -1;`,
  );

const reads = (name: string, path: string | ((outside: Outside) => string)): Attack =>
  sh(name, (outside) => {
    const at = typeof path === 'string' ? path : path(outside);
    return `cat ${at} 2>/dev/null | head -c 4096 | grep -q . && pwned read ${at}`;
  });

/** Opened to be written, but left as it is: if it succeeds, the machine that runs the tests has to live on. */
const writes = (name: string, path: string): Attack =>
  perl(
    name,
    `for my $f (glob '${path}') { next unless -f $f; pwned('opened', $f) if open my $h, '>>', $f; }`,
  );

export const ATTACKS: readonly Attack[] = [
  // Namespaces and mounts.
  refused('unshare', '0x10000000'),
  refused('setns', '0, 0'),
  refused('mount', '$tmp, $a, $tmp, 0, 0'),
  refused('umount2', '$a, 2'),
  refused('pivot_root', '$b, $a'),
  refused('chroot', '$a'),
  refused('fsopen', '$tmp, 0'),
  refused('open_tree', '-100, $b, 1'),
  refused('mount_setattr', '-100, $b, 0, $z, 32'),
  refused('clone3', '$z, 64'),
  perl(
    'clone with a user namespace',
    `my $r = syscall(${number(56, 220)}, 0x10000000 | 17, 0, 0, 0, 0); if ($r == 0) { print "PWNED in a namespace\\n"; require POSIX; POSIX::_exit(0) } pwned('clone', $r) if $r > 0;`,
  ),
  sh(
    'unshare -Urm and a mount over the read-only .git',
    'unshare -Urm sh -c "mount -t tmpfs x .git && echo in" 2>/dev/null | grep -q in && pwned mounted',
  ),
  sh('unshare -m as root', 'unshare -m true 2>/dev/null && pwned unshared'),
  sh('bwrap in the sandbox', 'bwrap --ro-bind / / true 2>/dev/null && pwned nested'),
  sh('remounting the root writable', 'mount -o remount,rw,bind / 2>/dev/null && pwned remounted'),
  sh(
    'capabilities',
    'grep -E "^Cap(Eff|Prm|Bnd|Amb|Inh):" /proc/self/status | grep -v "0000000000000000" && pwned capabilities',
  ),
  sh('privileges by a setuid program', 'grep -q "^NoNewPrivs:.1" /proc/self/status || pwned setuid works'),
  sh(
    'a setuid file of its own',
    'cp /bin/sh ./s && chmod 4755 ./s && test "$(./s -p -c "id -u")" != "$(id -u)" && pwned root',
  ),
  // /proc and /sys.
  reads('environment of a process outside', (o) => `/proc/${o.pid}/environ`),
  reads('memory map of a process outside', (o) => `/proc/${o.pid}/maps`),
  sh(
    'root of a process outside',
    (o) => `ls /proc/${o.pid}/root/ 2>/dev/null | grep -q . && pwned root of ${o.pid}`,
  ),
  sh(
    'every root in /proc leads nowhere else',
    (o) =>
      `for p in /proc/[0-9]*; do cat $p/root${o.canary} $p/cwd/../outside/canary 2>/dev/null; done | grep -q . && pwned read`,
  ),
  sh(
    'files that others have open',
    (o) =>
      `for p in /proc/[0-9]*/fd/*; do readlink $p; done 2>/dev/null | grep -F ${o.autodev} | grep -v issue-1 && pwned fd`,
  ),
  writes(
    'core_pattern and every other setting of the kernel',
    '/proc/sys/kernel/* /proc/sys/vm/* /proc/sys/fs/* /proc/sys/user/*',
  ),
  writes('sysrq', '/proc/sysrq-trigger'),
  writes('settings of the network', '/proc/sys/net/core/* /proc/sys/net/ipv4/*'),
  writes('binfmt_misc', '/proc/sys/fs/binfmt_misc/register'),
  writes('out of memory score of others', '/proc/1/oom_score_adj'),
  writes(
    'uevent helper and other settings in /sys',
    '/sys/kernel/* /sys/kernel/*/* /sys/module/*/parameters/*',
  ),
  sh(
    'control groups',
    'for f in $(find /sys/fs/cgroup -name cgroup.procs 2>/dev/null | head -50); do (echo $$ > $f) 2>/dev/null && pwned $f; done',
  ),
  sh(
    'the limits of its own control group',
    'find /sys/fs/cgroup -name "pids.max" -o -name "memory.max" -o -name "memory.limit_in_bytes" 2>/dev/null | while read f; do (echo max > $f) 2>/dev/null && pwned $f; done',
  ),
  reads('the kernel log', '/dev/kmsg'),
  reads('physical memory', '/dev/mem'),
  sh('kcore', 'head -c 1 /proc/kcore 2>/dev/null | grep -q . && pwned kcore'),
  // Other processes.
  perl(
    'ptrace of a process outside',
    (o) => `my $r = syscall(${number(101, 117)}, 16, ${o.pid}, 0, 0); pwned('ptrace') if $r != -1;`,
  ),
  perl(
    'process_vm_readv of a process outside',
    (o) =>
      `my $b = "\\0" x 64; my $v = pack('PQ', $b, 64); my $r = syscall(${number(310, 270)}, ${o.pid}, $v, 1, $v, 1, 0); pwned('read', $r) if $r != -1;`,
  ),
  perl('signals to a process outside', (o) => `pwned('signal') if kill 'TERM', ${o.pid};`),
  perl('signals to a group outside', (o) => `pwned('signal') if kill 'TERM', -${o.pid};`),
  perl('pidfd of a process outside', (o) => `my $r = syscall(434, ${o.pid}, 0); pwned('pidfd') if $r != -1;`),
  perl('priority of a process outside', (o) => `pwned('nice') if eval { setpriority(0, ${o.pid}, 5) };`),
  // Kernel surfaces.
  refused('io_uring_setup', '8, $z'),
  refused('bpf', '0, $z, 64'),
  refused('perf_event_open', '$z, 0, -1, -1, 0'),
  refused('userfaultfd', '1'),
  refused('add_key', '"user\\0", "x\\0", "y\\0", 2, -4'),
  refused('request_key', '"user\\0", "x\\0", 0, -4'),
  refused('keyctl', '0, -4, 0'),
  refused('kexec_load', '0, 0, $z, 0'),
  refused('init_module', '$z, 64, "\\0"'),
  refused('finit_module', '0, "\\0", 0'),
  refused('open_by_handle_at', '-100, $z, 0'),
  refused('fanotify_init', '0x200, 0'),
  refused('reboot', '0xfee1dead, 672274793, 0, 0'),
  refused('sethostname', '"x\\0", 1'),
  refused('settimeofday', '$z, 0'),
  refused('clock_settime', '0, $z'),
  refused('swapon', '$a, 0'),
  refused('acct', '0'),
  refused('syslog', '3, $z, 4096'),
  // Devices, terminals, shared memory.
  sh(
    'device nodes',
    'mknod ./sda b 8 0 2>/dev/null && pwned node; for d in /dev/sd* /dev/vd* /dev/nvme* /dev/vsock /dev/kvm /dev/fuse /dev/loop*; do test -e $d && pwned $d; done',
  ),
  sh(
    'the terminal',
    '(echo x > /dev/tty) 2>/dev/null && pwned tty; (echo x > /dev/console) 2>/dev/null && pwned console',
  ),
  perl(
    'typing into a terminal',
    `use Fcntl; if (sysopen(my $m, '/dev/ptmx', O_RDWR)) { my $l = pack('i', 0); ioctl($m, 0x40045431, $l); my $n = "\\0" x 4; ioctl($m, 0x80045430, $n); my $s; if (sysopen($s, '/dev/pts/' . unpack('i', $n), O_RDWR)) { my $c = 'x'; pwned('TIOCSTI') if ioctl($s, 0x5412, $c); } }`,
  ),
  perl(
    'shared memory of the outside',
    `my $r = syscall(${number(29, 194)}, 0x5ec4e7, 0, 0600); pwned('shm') if $r != -1;`,
  ),
  sh(
    '/dev/shm of the outside',
    'ls -A /dev/shm | grep -q canary && pwned shm; touch /dev/x 2>/dev/null && pwned dev',
  ),
  // The network.
  perl(
    'a port of this machine',
    (o) =>
      `use Socket; socket(my $s, PF_INET, SOCK_STREAM, 0) or exit; pwned('tcp') if connect($s, sockaddr_in(${o.port}, inet_aton('127.0.0.1')));`,
  ),
  perl(
    'a name server',
    `use Socket; socket(my $s, PF_INET, SOCK_DGRAM, 0) or exit; pwned('dns') if defined send($s, 'x', 0, sockaddr_in(53, inet_aton('192.0.2.1')));`,
  ),
  perl(
    'raw sockets',
    `use Socket; for my $f ([2, 3, 1], [17, 3, 768], [10, 3, 58]) { pwned("raw $f->[0]") if socket(my $s, $f->[0], $f->[1], $f->[2]); }`,
  ),
  perl('vsock, which leads from a virtual machine to its host', `pwned('vsock') if socket(my $s, 40, 1, 0);`),
  perl(
    'kernel crypto, bluetooth, XDP sockets',
    `for my $f (38, 31, 44, 42, 30) { pwned("family $f") if socket(my $s, $f, 5, 0); pwned("family $f") if socket(my $t, $f, 3, 0); }`,
  ),
  perl(
    'netlink cannot bring up an interface',
    `socket(my $s, 16, 3, 0) or exit; my $m = pack('LSSLLCxSlLL', 32, 16, 5, 1, 0, 0, 0, 1, 0, 1); send($s, $m, 0); my $r = ''; recv($s, $r, 4096, 0); my $e = unpack('x16 l', $r); pwned('link down') if defined $e && $e == 0;`,
  ),
  perl(
    'a socket of a service outside',
    (o) =>
      `use Socket; socket(my $s, PF_UNIX, SOCK_STREAM, 0) or exit; pwned('service') if connect($s, sockaddr_un('${o.socket}'));`,
  ),
  perl(
    'an abstract socket of the outside',
    (o) =>
      `use Socket; socket(my $s, PF_UNIX, SOCK_STREAM, 0) or exit; pwned('abstract') if connect($s, sockaddr_un("\\0${o.abstract}"));`,
  ),
  sh(
    "autodev's control socket, docker, dbus, ssh-agent",
    (o) =>
      `for s in ${o.autodev}/*.sock /run/docker.sock /var/run/docker.sock /run/dbus/system_bus_socket "$SSH_AUTH_SOCK"; do test -S "$s" && pwned $s; done`,
  ),
  // Files.
  reads("autodev's configuration", (o) => `${o.autodev}/config.yaml`),
  reads("autodev's database by way of the worktree", () => '../../../../autodev.db'),
  reads('the password file of root', '/etc/shadow'),
  sh(
    'anything secret below the home',
    (o) => `grep -rqs --exclude-dir=attacks ${o.secret} ${o.home} ~ /tmp /var/tmp /run && pwned secret`,
  ),
  sh(
    'a symbolic link out of the worktree',
    (o) =>
      `ln -sf ${o.canary} ./out && (echo pwned > ./out) 2>/dev/null && pwned wrote; cat ./out 2>/dev/null && pwned read`,
  ),
  sh(
    'a hard link to a file outside',
    (o) =>
      `ln ${o.canary} ./hard 2>/dev/null && pwned link; ln /etc/passwd ./hard2 2>/dev/null && pwned link`,
  ),
  sh(
    'the read-only .git',
    '(echo x >> .git) 2>/dev/null && pwned wrote; rm -f .git 2>/dev/null; mv .git g 2>/dev/null && pwned moved; test -e .git || pwned removed',
  ),
  sh(
    'hooks and config of the clone',
    'd=$(git rev-parse --git-common-dir 2>/dev/null); for f in hooks/post-checkout config info/attributes objects/info/alternates HEAD refs/heads/x; do (echo x > "$d/$f") 2>/dev/null && pwned $f; done',
  ),
  sh(
    'the home stays as it was',
    'for f in .bashrc .profile .gitconfig .ssh/authorized_keys .config/autostart/x .claude/settings.json; do mkdir -p ~/$(dirname $f) 2>/dev/null; echo evil > ~/$f 2>/dev/null; done',
  ),
  sh(
    'programs of the system',
    'for d in /usr/bin /usr/local/bin /etc /etc/cron.d /lib /opt /var/lib; do touch $d/evil 2>/dev/null && pwned $d; done; for d in $(echo $PATH | tr : " "); do touch $d/evil 2>/dev/null && pwned $d; done',
  ),
  sh(
    'its environment',
    'env | grep -Ei "(token|secret|passw|credential|ssh_auth|askpass|GITHUB|GH_)" && pwned variable',
  ),
];
