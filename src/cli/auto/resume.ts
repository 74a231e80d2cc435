import { checkedFeature } from '../../workflows/pdca/documents/slug.ts';
import type { Input } from '../command.ts';

export async function run(input: Input): Promise<number> {
  const [{ resumePdca }, { prepare }] = await Promise.all([
    import('../../compose/pdca/resume.ts'),
    import('./start.ts'),
  ]);
  const [feature] = input.args;
  const { start, shown } = await prepare(input, false);
  return shown.end(await resumePdca(start, feature === undefined ? undefined : checkedFeature(feature)));
}
