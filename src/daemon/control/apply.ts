import type { Command } from '../../api/control/command.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { answerQuestion } from './answer.ts';
import { cancelItem } from './cancel.ts';
import type { Orders } from './orders.ts';
import { PAUSED } from './remembered.ts';
import { retryItem } from './retry.ts';

/** Does one command and says what came of it. Every one may be repeated without harm. */
export async function apply(command: Command, orders: Orders): Promise<string> {
  const { daemon, store } = orders;
  switch (command.name) {
    case 'pause':
      // Remembered, so that a restart does not begin work that a person had stopped.
      await store.meta.set(PAUSED, 'yes');
      if (daemon.paused) return 'the daemon was paused already';
      await daemon.pause();
      return 'the daemon is paused: what runs goes on, nothing new begins';
    case 'resume':
      await store.meta.set(PAUSED, 'no');
      if (!daemon.paused) return 'the daemon was not paused';
      await daemon.resume();
      return 'the daemon goes on';
    case 'stop':
      orders.stop(command.now);
      return command.now ? 'the daemon stops now' : 'the daemon stops when its sessions have ended';
    case 'scan':
      daemon.wake(command.repo);
      return `scanning ${command.repo ?? 'every repository'}`;
    case 'retry':
      return retryItem(work(command.work), orders);
    case 'cancel':
      return cancelItem(work(command.work), orders);
    case 'approve':
      return answerQuestion({ ...command, work: work(command.work), text: undefined }, orders);
    case 'answer':
      return answerQuestion({ ...command, work: work(command.work) }, orders);
    case 'reload':
      return orders.reload();
  }
  return command satisfies never;
}

function work(text: string): WorkId {
  parseWorkId(text);
  return text as WorkId;
}
