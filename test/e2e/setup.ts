/** The page that the workers build together lives as long as one run. */
import { rmSync } from 'node:fs';
import { sharedFolder } from '../support/rigs/screens-folder.ts';

export default function setup(): () => void {
  const remove = () => rmSync(sharedFolder(process.pid), { recursive: true, force: true });
  // A run that was killed may have had the same process number.
  remove();
  return remove;
}
