/**
 * Evaluates the entry named on the command line as Electron does: `ready` comes when that is done.
 */
import { pathToFileURL } from 'node:url';
import { entryIsEvaluated } from './electron.mjs';

await import(pathToFileURL(process.argv[2]).href);
entryIsEvaluated();
