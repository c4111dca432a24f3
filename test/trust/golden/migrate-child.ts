/**
 * Opens the database at the argument with later steps, so that it migrates; to be killed while it
 * does. Says a line before and after, and closes in good order, which writes too.
 */
import { writeSync } from 'node:fs';
import { migrations } from '../../../main/infrastructure/store/migrations/migrations.ts';
import { createStore } from '../../../main/infrastructure/store/store.ts';
import { withFutureSteps } from './future.ts';

const all = withFutureSteps(migrations);
writeSync(1, 'begins\n');
const store = createStore({
  file: process.argv[2]!,
  seal: () => {
    throw new Error('a migration opens no row');
  },
  migrations: all,
});
writeSync(1, 'migrated\n');
store.close();
