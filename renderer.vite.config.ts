/**
 * How the page is built: into out/renderer, with nothing inline, so that it runs under the strict
 * CSP of either host.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** react-aria has its sentences in 34 languages; the page has those of renderer/locales: English. */
function englishOnly(): Plugin {
  const empty = '\0no-sentences';
  return {
    name: 'english-only',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      /react-(aria|stately)/.test(importer) && /\b(?!en-US\b)[a-z]{2}-[A-Z]{2}\b/.test(source)
        ? empty
        : null,
    load: (id) => (id === empty ? 'export default {};' : null),
  };
}

export default defineConfig({
  root: here('renderer'),
  // Relative addresses serve app:// and loopback HTTP alike.
  base: './',
  plugins: [react(), englishOnly()],
  resolve: {
    // For browsers it reads `&lt;` in Markdown through innerHTML, which Trusted Types forbid: no
    // note with such a word could be drawn.
    alias: {
      'decode-named-character-reference': here(
        'node_modules/decode-named-character-reference/index.js',
      ),
    },
  },
  build: {
    outDir: here('out/renderer'),
    emptyOutDir: true,
    // The small window of Electron has a page of its own; both hosts' builds have it, for they
    // share a folder.
    rolldownOptions: {
      input: { index: here('renderer/index.html'), mini: here('renderer/mini.html') },
    },
    target: 'es2023',
    // A font as a data: address would need a wider font-src.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
});
