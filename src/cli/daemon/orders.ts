import type { Input } from '../command.ts';
import { readStore } from './stores.ts';
import { tellDaemon } from './tell.ts';
import { findWork } from './work-id.ts';

/** The commands that only tell the daemon what to do. */

export async function pause(input: Input): Promise<void> {
  await tellDaemon(input, { name: 'pause' });
}

export async function resume(input: Input): Promise<void> {
  await tellDaemon(input, { name: 'resume' });
}

export async function retry(input: Input): Promise<void> {
  const [id = ''] = input.args;
  const work = await readStore(input.home, (store) => findWork(store, id, { exactly: true, unseen: true }));
  await tellDaemon(input, { name: 'retry', work });
}

export async function cancel(input: Input): Promise<void> {
  const [id = ''] = input.args;
  const work = await readStore(input.home, (store) => findWork(store, id, { exactly: true }));
  await tellDaemon(input, { name: 'cancel', work });
}
