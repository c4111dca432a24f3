/** A zip made in the test, as publishers hand theirs out. */
import { zipSync } from 'fflate';

export const makeZip = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]),
      ),
    ),
  );
