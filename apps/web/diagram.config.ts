import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { targets } from './targets.ts';

/** The document that draws diagrams: a separate build, so that none of it ends up in a file of the app. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: targets,
    assetsDir: 'assets/diagram',
    // Keeps the files of the app's build.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: resolve(import.meta.dirname, 'diagram.html'),
      checks: { bundlerTimings: false },
    },
    chunkSizeWarningLimit: 2_000,
  },
});
