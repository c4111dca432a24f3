/**
 * How the page is built: into out/renderer, with nothing inline, so that it runs under the strict
 * CSP of either host.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * React Aria has its sentences in 34 languages, in each of its packages; the page gives it those of
 * renderer/locales (renderer/common/widget-words.ts).
 */
function withoutSentences(): Plugin {
  const empty = '\0no-sentences';
  return {
    name: 'without-sentences',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      /react-(aria|stately)/.test(importer) && /\b[a-z]{2}-[A-Z]{2}\b/.test(source) ? empty : null,
    load: (id) => (id === empty ? 'export default {};' : null),
  };
}

const starts = { main: here('renderer/app/main.tsx'), mini: here('renderer/app/mini/main.tsx') };
type Graph = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null };

/**
 * One file for what the window needs to start, and one for what the small window needs too, where
 * dozens of pieces would be asked for one by one. A file of a package follows those of ours that
 * use it: through the one entry of a package, everything that any screen uses of it hangs together.
 * Screens that are loaded on demand are split without our help.
 */
function partOf(id: string, graph: Graph): string | null {
  if (/[\\/]node_modules[\\/]/.test(id)) return null;
  if (isNeededBy(starts.mini, id, graph)) return 'common';
  return isNeededBy(starts.main, id, graph) ? 'first' : null;
}

/** Follows static imports alone, from a module up to those that import it. */
function isNeededBy(start: string, id: string, graph: Graph): boolean {
  const seen = new Set([id]);
  for (const one of seen) {
    if (one === start) return true;
    for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer);
  }
  return false;
}

export default defineConfig({
  root: here('renderer'),
  // Relative addresses serve app:// and loopback HTTP alike.
  base: './',
  plugins: [react(), withoutSentences()],
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
      output: { codeSplitting: { groups: [{ name: partOf }] } },
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
