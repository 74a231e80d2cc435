import type { WorkId } from '../../work/ids.ts';
import type { Input } from '../command.ts';
import { readStore } from './stores.ts';
import { tellDaemon } from './tell.ts';
import { findWorkOf } from './work-id.ts';

/** The commands that only tell the daemon what to do. */

export async function pause(input: Input): Promise<void> {
  await tellDaemon(input, { name: 'pause' });
}

export async function resume(input: Input): Promise<void> {
  await tellDaemon(input, { name: 'resume' });
}

export async function retry(input: Input): Promise<void> {
  await tellDaemon(input, { name: 'retry', work: await workOf(input) });
}

export async function cancel(input: Input): Promise<void> {
  await tellDaemon(input, { name: 'cancel', work: await workOf(input) });
}

function workOf({ home, args }: Input): Promise<WorkId> {
  return readStore(home, (store) => findWorkOf(store, args, { exactly: true, unseen: true }));
}
