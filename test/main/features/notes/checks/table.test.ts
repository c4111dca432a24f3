/**
 * The table of false alarms and misses over all practice visits is the one that was read. Where a
 * change is meant, `npx vitest run FILE --update` writes it anew, and its lines are read before it
 * is committed. `npm run bench -- checks --table` prints it.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { practiceTable } from '../../../../support/practice-table.ts';

const table = path.join(import.meta.dirname, '../../../../fixtures/checks/practice-table.txt');

test('false alarms and misses over all practice visits are those of the table', async () => {
  await expect(practiceTable()).toMatchFileSnapshot(table);
});
