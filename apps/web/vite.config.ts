import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkList, compileHints, entryPoints, firstChunks } from './chunks.ts';
import { woff2Only } from './fonts.ts';
import { shortPreloads } from './preloads.ts';
import { targets } from './targets.ts';

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), chunkList(), compileHints(), shortPreloads(), woff2Only()],
  // Module workers: grammars are loaded one by one.
  worker: { format: 'es' },
  // A shim for Reacts older than ours; what it selects with, which React lacks, is called below React 19 alone.
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim(?:\/(?:index|with-selector)(?:\.js)?)?$/,
        replacement: 'react',
      },
    ],
  },
  css: { modules: { generateScopedName } },
  build: {
    target: targets,
    // A file turned into a data: url would be refused by the content security policy.
    assetsInlineLimit: 0,
    // Every target browser supports modulepreload; the polyfill would only add bytes.
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // A slow machine is no reason to warn people who start the app.
      checks: { bundlerTimings: false },
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        first: resolve(import.meta.dirname, '../..', entryPoints.first),
        early: resolve(import.meta.dirname, '../..', entryPoints.early),
        'service-worker': resolve(import.meta.dirname, '../..', entryPoints.serviceWorker),
      },
      // The prerendering build is never sent to a browser.
      output: isSsrBuild ? {} : { codeSplitting: { groups: firstChunks() } },
    },
    chunkSizeWarningLimit: 2_000,
  },
}));

/** Vite's own, without the line of the rule: JavaScript holds these names, and a moved rule would make it another file. */
function generateScopedName(name: string, file: string): string {
  return `_${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 5)}`;
}
