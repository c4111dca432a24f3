/**
 * A process that imports a release and is killed on the way: `node import-child.ts FOLDER IMPORTER
 * FILE...`; says a word at each step.
 */
import { importRelease } from '../../../main/infrastructure/terminology/importers/import.ts';

const [folder, name, ...files] = process.argv.slice(2);
await importRelease(folder!, name!, files, { progress: ({ stage }) => console.log(stage) });
console.log('done');
