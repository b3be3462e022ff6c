import { relative, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const repository = resolve(import.meta.dirname, '../..');

/** What one built JavaScript file is and pulls in; kept beside the build for sizes.ts. */
export interface Chunk {
  file: string;
  /** Loaded before this file runs. */
  imports: string[];
  /** Loaded when this file asks for it. */
  lazy: string[];
  /** Bytes of each module before compression, by its path in the repository. */
  modules: Record<string, number>;
}

/**
 * The page a visitor meets first is a chunk of its own, since later pages must not pay for it. So that it is
 * not a second round trip, the document already names its files.
 */
export function firstPage(door: string): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const page = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(door));
        if (!page) throw new Error(`The first page ${door} is not a chunk of its own.`);
        const scripts = withImports(page, chunks);
        const styles = scripts.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        return [
          ...scripts.map((chunk) => link('modulepreload', chunk.fileName)),
          ...styles.map((style) => link('stylesheet', style)),
        ].filter((tag) => !html.includes(tag.attrs.href));
      },
    },
    generateBundle(_options, bundle) {
      const chunks: Chunk[] = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map((chunk) => ({
          file: chunk.fileName,
          imports: chunk.imports,
          lazy: chunk.dynamicImports,
          modules: Object.fromEntries(
            Object.entries(chunk.modules).map(([id, module]) => [
              relative(repository, id),
              module.renderedLength,
            ]),
          ),
        }));
      this.emitFile({ type: 'asset', fileName: '.chunks.json', source: JSON.stringify(chunks) });
    },
  };
}

function withImports(first: Rolldown.OutputChunk, all: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set([first]);
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const next = all.find((candidate) => candidate.fileName === name);
      if (next) found.add(next);
    }
  }
  return [...found];
}

function link(rel: 'modulepreload' | 'stylesheet', file: string) {
  return {
    tag: 'link',
    attrs: { rel, crossorigin: true, href: `/${file}` },
    injectTo: 'head' as const,
  };
}
