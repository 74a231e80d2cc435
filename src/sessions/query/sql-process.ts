import { readInput, writeOutput } from '../../host/process/pipe.ts';
import { readWithStrangersSql } from '../../host/db/sqlite-guard.ts';
import { messageOf } from '../../work/errors.ts';

// A process of its own, so that a query that runs for ever can be ended; see sql.ts.
const [path = ''] = process.argv.slice(2);
try {
  writeOutput(JSON.stringify({ rows: readWithStrangersSql(path, readInput(), 100_000) }));
} catch (error) {
  writeOutput(JSON.stringify({ error: messageOf(error) }));
}
