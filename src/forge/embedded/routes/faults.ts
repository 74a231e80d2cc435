import type { Api } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { faultSchema } from '../http/faults.ts';
import { Problem } from '../http/problem.ts';
import type { Site } from '../site.ts';

/** Not GitHub's: lets a test in another process order faults. Only the first user may. */
export function faultRoutes(api: Api, site: Site): void {
  api.post('/faults', async (c) => {
    if (c.get('viewer').id !== 1) throw new Problem(403, 'Only the first user of this forge orders faults.');
    site.faults.add(await readBody(c, 'Fault', faultSchema));
    return c.body(null, 204);
  });

  api.delete('/faults', (c) => {
    if (c.get('viewer').id !== 1) throw new Problem(403, 'Only the first user of this forge orders faults.');
    site.faults.clear();
    return c.body(null, 204);
  });
}
