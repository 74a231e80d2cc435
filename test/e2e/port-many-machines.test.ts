import { after } from 'node:test';
import { openTestCluster } from '../support/cluster.ts';
import { portContract } from '../support/port/contract.ts';
import { manyMachines } from '../support/port/many-machines.ts';
import { withoutPostgres } from '../support/postgres.ts';

const skip = withoutPostgres();
const cluster = skip === undefined ? await openTestCluster() : undefined;
after(() => cluster?.[Symbol.asyncDispose]());

portContract(
  'many machines',
  async () => {
    if (cluster === undefined) throw new Error('no PostgreSQL');
    return manyMachines(cluster);
  },
  { skip },
);
