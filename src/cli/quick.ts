import { readStatusCopy } from '../api/control/status-copy.ts';
import { homeFolder } from '../config/environment.ts';
import type { Io } from './io.ts';

/**
 * `autodev status` is what prompts and scripts ask all the time, so a valid copy of it is printed before anything else
 * is loaded (a module costs 2 % of the start of Node, a connection 25 %, `node:http` more than Node itself). Anything
 * out of the ordinary, colour too, gives undefined and takes the long way.
 */
export function quickStatus(words: readonly string[], io: Io): number | undefined {
  const [command, option, ...more] = words;
  if (command !== 'status' || (option !== undefined && option !== '--json') || more.length > 0)
    return undefined;
  const copy = readStatusCopy(homeFolder());
  if (copy === undefined || (option === undefined && io.color)) return undefined;
  if (option === undefined && copy.hint !== '') io.err(`${copy.hint}\n`);
  io.out(option === undefined ? copy.text : `${JSON.stringify(copy.status)}\n`);
  return 0;
}
