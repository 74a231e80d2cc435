import { padEnd } from '../../render/width.ts';
import { foundBindings } from '../keys/bindings.ts';
import type { Model } from '../model.ts';
import { inert, span, type Row } from '../screen/row.ts';

/** The keys, those that match what is typed; undefined when the help is closed. */
export function helpLines({ help }: Model): Row[] | undefined {
  if (help === undefined) return undefined;
  const found = foundBindings(help.filter);
  const keys = found.map(({ shown, about }): Row => [span(padEnd(shown, 8), 'bold'), span(about)]);
  const none: Row[] = [[span('no key is about that', 'dim')]];
  return [
    [span('Keys', 'cyan'), span('   type to search, Esc closes', 'dim')],
    [span('/ ', 'cyan'), span(inert(help.filter)), span('▏', 'cyan')],
    ...(keys.length === 0 ? none : keys.slice(Math.min(help.top, keys.length - 1))),
  ];
}
