/**
 * Builds the page with the mutant of SCRIBA_MUTANT in it, into the folder given as the argument.
 */
import { build } from 'vite';
import { mutantPlugin } from '../support/mutate.mjs';

await build({
  configFile: 'renderer.vite.config.ts',
  logLevel: 'error',
  plugins: [mutantPlugin()],
  build: { outDir: process.argv[2]!, minify: false, emptyOutDir: true },
});
