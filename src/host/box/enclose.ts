import type { Enclosed } from '../enclose.ts';
import type { Box } from './box.ts';
import { mountArgs } from './mounts.ts';
import { relayed } from './network.ts';
import { viewOf, type Started } from './view.ts';
import { boxFlags } from './works.ts';

/** The command line that runs a program in its box, with the relay to the network's door as its parent. */
export async function encloseInBox(
  box: Box,
  command: string,
  args: readonly string[],
  started: Omit<Started, 'command'>,
): Promise<Enclosed> {
  const relay = relayed(box.socket, command, args);
  const seen = await viewOf({ ...box, read: [...(box.read ?? []), relay.read] }, { command, ...started });
  return {
    command: 'bwrap',
    args: [...boxFlags(), ...mountArgs([...seen, relay.mount]), '--', relay.command, ...relay.args],
    depth: 3,
  };
}
