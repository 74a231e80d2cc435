import { resumePdca } from '../../compose/pdca/resume.ts';
import { checkedFeature } from '../../workflows/pdca/documents/slug.ts';
import type { Input } from '../command.ts';
import { prepare } from './start.ts';

export async function run(input: Input): Promise<number> {
  const [feature] = input.args;
  const { start, shown } = await prepare(input, false);
  return shown.end(await resumePdca(start, feature === undefined ? undefined : checkedFeature(feature)));
}
