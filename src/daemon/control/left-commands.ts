import { command } from '../../api/control/command.ts';
import { messageOf } from '../../work/errors.ts';
import { apply } from './apply.ts';
import type { Orders } from './orders.ts';

/** Applies what people left while no daemon could be asked, in their order, each once. One that fails is told and done with. */
export async function applyLeft(orders: Orders): Promise<void> {
  for (const left of await orders.store.commands.pending()) {
    let outcome: string;
    try {
      outcome = await apply(command.parse(left.body), orders);
    } catch (error) {
      outcome = `refused: ${messageOf(error)}`;
      await orders.bus.emit({
        type: 'error',
        work: null,
        message: `a command that was left at ${left.leftAt} could not be applied: ${messageOf(error)}`,
        why: JSON.stringify(left.body),
      });
    }
    await orders.store.commands.settle(left.id, outcome);
  }
}
