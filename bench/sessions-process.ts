// One cold indexing in a process of its own, whose peak memory (in KB) is printed; see sessions.bench.ts.
import { updateIndex } from '../src/sessions/index/update.ts';
import { findTranscripts } from '../src/sessions/locate/find.ts';
import { rootsAt } from '../src/sessions/locate/roots.ts';
import { naiveIndex } from './sessions-naive.ts';

const [way = '', claude = '', path = ''] = process.argv.slice(2);
const roots = rootsAt(claude);
if (way === 'naive') {
  const paths = findTranscripts(roots).map((file) => file.path);
  await naiveIndex(paths, path);
} else await updateIndex({ roots, path, tag: 'bench', full: true });
console.log(process.resourceUsage().maxRSS);
