/**
 * How the app is bundled for Electron: main as ES modules, the preload as CommonJS (a sandboxed
 * preload can be nothing else), the page as in renderer.vite.config.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import page from './renderer.vite.config.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A test builds beside what stands there. */
const out = (name: string) => here(`${process.env.SCRIBA_OUT ?? 'out'}/${name}`);

/** Loaded by the system's loader from a file of their own; electron-builder.yml carries them. */
const nativePackages = ['better-sqlite3', 'keytar'];

/**
 * Copies the packed code lists beside the program, where
 * `main/infrastructure/terminology/index/box.ts` looks for them.
 */
function codeLists(): Plugin {
  const box = here('main/infrastructure/terminology/tables/box');
  return {
    name: 'code-lists-in-the-box',
    generateBundle() {
      for (const fileName of readdirSync(box).filter((name) => name.endsWith('.zst')))
        this.emitFile({ type: 'asset', fileName, source: readFileSync(`${box}/${fileName}`) });
    },
  };
}

/**
 * Lays the models of speech and voices, and their WebAssembly, beside the program, where
 * `moonshine-worker.ts`, `voice-detector.ts` and `onnx-thread.ts` look for them.
 */
function speechModel(): Plugin {
  const model = 'model/tiny/quantized';
  const files = {
    [`${model}/encoder_model.onnx`]: '@moonshine-ai/moonshine-js/dist',
    [`${model}/decoder_model_merged.onnx`]: '@moonshine-ai/moonshine-js/dist',
    'ort-wasm-simd-threaded.wasm': 'onnxruntime-web/dist',
  };
  const voice = 'silero_vad.onnx';
  return {
    name: 'model-of-speech',
    generateBundle() {
      for (const [fileName, folder] of Object.entries(files))
        this.emitFile({
          type: 'asset',
          fileName,
          source: readFileSync(here(`node_modules/${folder}/${fileName}`)),
        });
      this.emitFile({
        type: 'asset',
        fileName: voice,
        source: readFileSync(here(`main/infrastructure/speech/voice-activity/${voice}`)),
      });
    },
  };
}

export default defineConfig({
  main: {
    plugins: [codeLists(), speechModel()],
    // Its other half declares a `require` of its own for threads, which we do not use; the builder
    // declares one too.
    resolve: { alias: { fflate: 'fflate/browser' } },
    build: {
      outDir: out('main'),
      // Bundles everything except native packages, so that the package carries no node_modules but
      // theirs.
      externalizeDeps: false,
      rolldownOptions: {
        external: nativePackages,
        // Programs of their own lie flat beside the app, where practice.ts, encode.ts and core-process.ts
        // look for them.
        input: {
          'conformer-worker': here('main/infrastructure/speech/conformer-worker.ts'),
          electron: here('main/hosts/electron/main.ts'),
          core: here('main/hosts/electron/core/run.ts'),
          'practice-platform': here('sandbox/run.ts'),
          'encode-worker': here('main/features/recordings/prepare/encode-worker.ts'),
          'moonshine-worker': here('main/infrastructure/speech/moonshine-worker.ts'),
          'terminology-worker': here('main/infrastructure/terminology/importers/import-worker.ts'),
          'whisper-worker': here('main/infrastructure/speech/whisper-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Without comments and blanks there is a quarter less to read at each start; names stay.
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: out('preload'),
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: here('preload/preload.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    ...page,
    build: {
      ...page.build,
      outDir: out('renderer'),
      minify: true,
    },
  },
});
