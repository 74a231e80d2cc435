import { join } from 'node:path';
import { makeFolder, writeText } from '../../../host/fs/files.ts';
import type { Host } from '../../../host/host.ts';
import { runSandboxed } from '../../../host/sandbox/run.ts';
import type { SandboxRules } from '../../../host/sandbox/sandbox.ts';
import { temporaryFolder } from '../../../host/fs/temporary.ts';

/** What a program in the sandbox could do, by name; `ran` is there when it ran at all. */
export type Inside = ReadonlySet<string>;

/** Tries from inside what must not be possible, and says the names of what was. */
const PROGRAM = `
echo ran
unshare -U true 2>/dev/null && echo namespace
unshare -m true 2>/dev/null && echo namespace
mount -t tmpfs none /tmp 2>/dev/null && echo mount
grep -E '^CapEff:' /proc/self/status | grep -qv '0000000000000000' && echo capabilities
grep -q '^Seccomp:.2' /proc/self/status || echo unfiltered
cat "$1" >/dev/null 2>&1 && echo home
(: > "$1.new") 2>/dev/null && echo write-home
(: >> .git/config) 2>/dev/null && echo git
(: >> /proc/sys/kernel/core_pattern) 2>/dev/null && echo kernel
touch /usr/autodev-doctor 2>/dev/null && { rm -f /usr/autodev-doctor; echo system; }
test -d "/proc/$2" && echo processes
test -S /run/docker.sock && echo services
env | grep -E '^(GITHUB_|GH_|SSH_AUTH_SOCK|SSH_AGENT_PID|GIT_ASKPASS|AUTODEV_HOME|[A-Z_]*(TOKEN|SECRET|PASSWORD))' >/dev/null && echo environment
"$3" -e 'const s = require("node:net").connect(53, "192.0.2.1"); s.on("connect", () => { console.log("network"); process.exit() }); s.on("error", () => process.exit()); setTimeout(() => { console.log("network"); process.exit() }, 1500);'
exit 0
`;

/** Makes a sandbox as a session gets it, with a folder in the place of autodev's, and looks around in it. */
export async function lookInside(host: Host, rules: SandboxRules): Promise<Inside> {
  const home = await temporaryFolder(host.random, host.env['TMPDIR']);
  try {
    const cwd = join(home.path, 'autodev', 'worktree');
    const secret = join(home.path, 'autodev', 'config.yaml');
    await makeFolder(cwd);
    await writeText(secret, 'secret');
    await host.git.run(['init', '-q'], { cwd });
    const on: Host = {
      ...host,
      sandbox: () => ({ ...rules, hidden: [...rules.hidden, join(home.path, 'autodev')] }),
    };
    const done = await runSandboxed(
      on,
      'sh',
      ['-c', PROGRAM, 'sh', secret, String(process.pid), process.execPath],
      { cwd, env: host.env, timeoutMs: 20_000, maxOutputBytes: 64 * 1024 },
    );
    return new Set(done.stdout.toString('utf8').split('\n').filter(Boolean));
  } finally {
    await home.remove();
  }
}
