/** What a run puts into temporary folders, and the page that its workers build together, go with it. */
import { rmSync } from 'node:fs';
import { sharedFolder } from '../support/rigs/screens-folder.ts';
import openRunFolder from '../support/run-folder.ts';

export default function setup(): () => void {
  const removeRunFolder = openRunFolder();
  // A run that was killed may have had the same process number.
  rmSync(sharedFolder(process.pid), { recursive: true, force: true });
  return () => {
    rmSync(sharedFolder(process.pid), { recursive: true, force: true });
    removeRunFolder();
  };
}
