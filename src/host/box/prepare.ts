import { join } from 'node:path';
import type { Box } from './box.ts';
import { openNetDoor, type NetDoor, type NetDoorOptions } from './net-door.ts';

/** A box whose door to the network stands open until it is closed. */
export async function prepareBox(
  box: Omit<Box, 'socket'>,
  net: Pick<NetDoorOptions, 'model' | 'refused'>,
): Promise<Box & NetDoor> {
  const socket = join(box.scratch, 'net');
  const door = await openNetDoor({ socket, allow: box.rules.allowHosts, ...net });
  return { ...box, socket, close: door.close };
}
