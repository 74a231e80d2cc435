import type { Input } from '../command.ts';
import { readStore } from './stores.ts';
import { tellDaemon } from './tell.ts';
import { findWork } from './work-id.ts';

export async function run(input: Input): Promise<void> {
  const [id = ''] = input.args;
  const work = await readStore(input.home, (store) => findWork(store, id, { exactly: true, unseen: true }));
  await tellDaemon(input, { name: 'retry', work });
}
