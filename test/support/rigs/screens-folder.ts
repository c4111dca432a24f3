import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where all workers of one run of Playwright have their built page; `runner` is its process. */
export const sharedFolder = (runner: number) => path.join(tmpdir(), `scriba-screens-of-${runner}`);
