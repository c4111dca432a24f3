/**
 * How the core of the browser host is bundled: into out/core, because Node finds, reads and links
 * each of its 1,300 modules by itself, which is nearly half of a start (decision 0269).
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const out = path.join(root, 'out', 'core');

/** Native, or of use only where they are installed anyway. */
const fromTheirFolders = ['better-sqlite3', 'keytar', 'playwright-core'];

/**
 * Threads, code lists and models lie beside the sources: a module looks for them from where its
 * source is, so nothing is copied, and a thread is what it is without a bundle.
 */
function besideTheirSource(): Plugin {
  const modules = /^(?!.*[\\/]node_modules[\\/]).*\.ts$/;
  return {
    name: 'beside-their-source',
    transform: {
      order: 'pre',
      filter: { id: modules, code: 'import.meta.url' },
      handler(code, id) {
        const source = path.relative(out, id).replaceAll(path.sep, '/');
        const its = `new URL(${JSON.stringify(source)}, import.meta.url).href`;
        // Lines stay where they are, and so do the source maps.
        return { code: code.replaceAll('import.meta.url', its), map: null };
      },
    },
  };
}

export default defineConfig({
  root,
  plugins: [besideTheirSource()],
  // As for Electron: its other half declares a `require` of its own.
  resolve: { alias: { fflate: 'fflate/browser' } },
  ssr: { noExternal: true, external: fromTheirFolders },
  build: {
    ssr: true,
    outDir: out,
    // A core that runs still loads pieces of an earlier bundle; the build removes those of last week.
    emptyOutDir: false,
    // Names stand in stack traces as they stand in the sources.
    minify: false,
    sourcemap: true,
    target: 'node22',
    reportCompressedSize: false,
    rolldownOptions: {
      external: fromTheirFolders,
      input: { run: path.join(root, 'main/hosts/browser/run.ts') },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
