import type { CommandInput } from '../api/control/command.ts';
import type { Action, Model } from './model.ts';

/** What the model became, and what is to be done outside of it. */
export interface Updated {
  model: Model;
  actions: readonly Action[];
}

export function still(model: Model): Updated {
  return { model, actions: [] };
}

/** In the status line, until the next key. */
export function say(model: Model, text: string): Updated {
  return still({ ...model, message: { text, tone: 'plain' } });
}

export function act(model: Model, action: Action): Updated {
  return { model, actions: [action] };
}

export function tell(model: Model, command: CommandInput): Updated {
  const what = 'work' in command ? `${command.name} ${command.work}` : command.name;
  return { ...say(model, `${what} …`), actions: [{ kind: 'tell', command }] };
}
