import { answerJobs } from '../host/process/threads.ts';
import { seededChooser } from './chooser.ts';
import { runWorld } from './run.ts';
import type { SeenWorld, SeededWorld } from './worlds.ts';

// The body of a thread that runs worlds; see worlds.ts.
answerJobs<SeededWorld, SeenWorld>(async ({ seed, mode, steps }) => {
  const { merged, violations, choices } = await runWorld(seededChooser(seed), { mode, steps });
  return { seed, merged, violations, choices };
});
