import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { entryPoints } from './chunks.ts';

type Bundle = Record<
  string,
  { imports: readonly string[]; viteMetadata?: { importedCss: Iterable<string> } | undefined }
>;

/**
 * Shortens the lists of files that Vite preloads with each import(): without those that the importing file has imported
 * itself, and those of the app, which every document names.
 */
export function shortPreloads(): Plugin {
  let bundle: Bundle = {};
  let main: string | undefined;
  return {
    name: 'short-preloads',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (file, files, { hostId }) => toPreload(file, files, [hostId, main], bundle),
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_options, output) {
        const chunks = Object.values(output).filter((file) => file.type === 'chunk');
        bundle = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk]));
        const entry = resolve(import.meta.dirname, '../..', entryPoints.main);
        main = chunks.find(({ moduleIds }) => moduleIds.includes(entry))?.fileName;
      },
    },
  };
}

/** Which of these files have to be fetched for an import of `file`, when those `there` have run. */
export function toPreload(
  file: string,
  files: readonly string[],
  there: readonly (string | undefined)[],
  bundle: Bundle,
): string[] {
  const known = withImports(
    there.filter((one) => one !== undefined),
    bundle,
  );
  const stylesOf = (chunks: Iterable<string>) =>
    [...chunks].flatMap((one) => [...(bundle[one]?.viteMetadata?.importedCss ?? [])]);
  const styles = new Set(stylesOf(known));
  // The import itself begins at once, except when it waits for a style sheet.
  const waits = stylesOf(withImports([file], bundle)).some((style) => !styles.has(style));
  return files.filter((one) => (one === file ? waits : !known.has(one)));
}

function withImports(files: readonly string[], bundle: Bundle): Set<string> {
  const found = new Set(files);
  for (const file of found) for (const next of bundle[file]?.imports ?? []) found.add(next);
  return found;
}
