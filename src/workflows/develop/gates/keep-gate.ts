import { join } from 'node:path';
import { KEPT_FILE } from '../../../gate/here.ts';
import { loopbackPorts } from '../../../gate/run/loopback.ts';
import { walls } from '../../../gate/run/walls.ts';
import { readTextIfAny, writeAtomic } from '../../../host/fs/files.ts';
import { lookUp } from '../../../host/fs/look-up.ts';
import type { Host } from '../../../host/host.ts';
import type { Caller } from '../caller.ts';

/** Whether a closed gate holds by construction on this machine, found by really making such a sandbox. */
export async function gateSandboxWorks(host: Pick<Host, 'processes' | 'env'>): Promise<boolean> {
  try {
    const done = await host.processes.run('bwrap', [...walls(lookUp), '--unshare-net', '--', 'true'], {
      env: host.env,
      timeoutMs: 10_000,
    });
    return done.code === 0;
  } catch {
    return false;
  }
}

/** What a person lets through although a gate is closed. */
interface GateConfig {
  mcp_tools: readonly string[];
  loopback_ports: readonly number[];
}

/**
 * Keeps what the hook has to know where it can read it at once. An agent can make a sandbox fail for a moment, so what
 * has worked is taken back only by a person.
 */
export async function keepGate(caller: Caller, config: GateConfig): Promise<{ sandbox: boolean }> {
  const path = join(caller.home, KEPT_FILE);
  const before = (await readTextIfAny(path).catch(() => undefined)) ?? '';
  const works = await gateSandboxWorks(caller.host);
  const sandbox = works || (caller.agent && /"sandbox":\s*true/.test(before));
  const databases = loopbackPorts(lookUp, process.getuid?.() ?? 0, []).length > 0;
  const text = `${JSON.stringify({ sandbox, databases, ...config })}\n`;
  if (text !== before) await writeAtomic(path, text);
  return { sandbox };
}
