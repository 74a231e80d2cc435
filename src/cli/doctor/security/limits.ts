import { cgroupPlaces } from '../../../host/sandbox/limits/cgroup-places.ts';

/** What of the sandbox's limits this machine cannot give, in words. */
export async function missingLimits(): Promise<string[]> {
  const limited = new Set((await cgroupPlaces()).flatMap(({ limits }) => limits));
  const missing: string[] = [];
  // The kernel does not count processes of root against a resource limit.
  if (!limited.has('pids') && process.getuid?.() === 0) missing.push('the number of processes');
  if (!limited.has('memory')) missing.push('memory as a whole (each process alone is limited)');
  return missing;
}
