import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPage } from './first-page.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), firstPage('src/features/chat/index.ts')],
  // Module workers: grammars are fetched one by one.
  worker: { format: 'es' },
  build: {
    // The oldest browsers with URL.parse and light-dark(), so that one set of tokens serves both schemes untranslated.
    target: ['chrome126', 'edge126', 'firefox128', 'safari18'],
    // A file turned into a data: url would be refused by the content security policy.
    assetsInlineLimit: 0,
    // Every target browser has modulepreload; the polyfill would only be bytes.
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // A slow machine is no reason to warn whoever starts the app.
      checks: { bundlerTimings: false },
      output: {
        // React changes rarely and is most of the bytes: apart, it stays cached when our own code changes.
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// }],
        },
      },
    },
    chunkSizeWarningLimit: 2_000,
  },
});
