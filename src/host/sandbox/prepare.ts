import { join } from 'node:path';
import type { Sandbox } from './sandbox.ts';
import { openEgressProxy, type EgressProxy, type EgressProxyOptions } from './egress/proxy.ts';
import { openOwnFolders, type OwnFolders } from './keep/own-folders.ts';

export type PreparedSandbox = Sandbox & EgressProxy & OwnFolders;

/** A sandbox whose way to the network stands open until it is closed. */
export async function prepareSandbox(
  sandbox: Omit<Sandbox, 'socket'>,
  net: Pick<EgressProxyOptions, 'model' | 'refused'>,
): Promise<PreparedSandbox> {
  const socket = join(sandbox.scratch, 'net');
  const { keep } = await openOwnFolders(sandbox.folders ?? [], sandbox.scratch);
  const { close } = await openEgressProxy({ socket, allow: sandbox.rules.allowHosts, ...net });
  return { ...sandbox, socket, close, keep };
}
