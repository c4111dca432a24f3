/**
 * The environment for a process that a proof starts hundreds of times: what was compiled once is
 * not compiled again.
 */
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../../out/compiled');

/**
 * Node keeps it by the content of each file, so that a broken variant never meets the whole one.
 */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_COMPILE_CACHE: folder,
});
