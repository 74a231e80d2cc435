import { clusterAddress } from '../../config/cluster.ts';
import type { Config } from '../../config/schema.ts';
import { openJobQueue, type JobQueue } from '../../host/db/job-queue.ts';
import { openCluster, type ClusterDatabase, type ClusterOptions } from '../../store/postgres/open.ts';

const JOB_SCHEMA = 'autodev_jobs';
const ITEMS = 'items';

/** The database that the configuration names. Undefined: one machine alone. */
export async function openConfigured(
  config: Pick<Config, 'cluster' | 'cluster_password_file'>,
  options: ClusterOptions & { program: string; connections: number },
): Promise<ClusterDatabase | undefined> {
  const address = await clusterAddress(config);
  if (address === undefined) return undefined;
  const { program, connections, ...rest } = options;
  return openCluster({ ...address, program, connections }, rest);
}

/** The queue of items for workers. Of members that start at once one makes its tables. */
export function openItemQueue(
  { pool, db }: ClusterDatabase,
  onError: (error: unknown) => void,
): Promise<JobQueue> {
  return db.transaction(async (tx) => {
    await tx.alone('job tables');
    return openJobQueue(pool, { schema: JOB_SCHEMA, name: ITEMS, onError });
  });
}
