// One cold indexing in a process of its own, whose peak memory (in KB) is printed; see sessions-built.ts.
import { updateIndex } from '../src/sessions/index/update.ts';
import { rootsAt } from '../src/sessions/locate/roots.ts';

const [claude = '', path = ''] = process.argv.slice(2);
await updateIndex({ roots: rootsAt(claude), path, tag: 'bench', full: true });
console.log(process.resourceUsage().maxRSS);
