import { type Chunk, entryPoints, filesOf } from './chunks.ts';

/**
 * The document of every page that is drawn once its code has loaded. `template` is the bundler's version of index.html;
 * `next`: modules that the app will fetch for this page, on their way from the beginning.
 */
export function bareDocument(
  template: string,
  chunks: readonly Chunk[],
  next: readonly string[] = [],
): string {
  const [main, ...rest] = filesOf(entryPoints.main, chunks);
  const needed = [main, ...rest];
  const later = new Set(next.flatMap((module) => filesOf(module, chunks)));
  for (const chunk of needed) later.delete(chunk);
  const head = [
    first(chunks),
    ...styles([...needed, ...later]),
    ...rest.map((chunk) => preload(chunk)),
    script(main),
    // After the app itself.
    ...[...later].map((chunk) => preload(chunk)),
  ];
  return withoutFiles(template).replace('  </head>', `${lines(head)}  </head>`);
}

/** The document of /chat: `markup` is the prerendered page; what its text box needs is loaded first. */
export function chatDocument(template: string, markup: string, chunks: readonly Chunk[]): string {
  const early = filesOf(entryPoints.early, chunks);
  if (early.some(({ modules }) => Object.keys(modules).some((module) => module.includes('/react-dom/')))) {
    throw new Error('The text box of /chat would wait for React: something that early.ts imports needs it.');
  }
  const main = filesOf(entryPoints.main, chunks);
  const others = [...main, ...filesOf(entryPoints.chat, chunks)].filter((chunk) => !early.includes(chunk));
  // A browser asks for six files at a time: the largest is the last to be there, so it begins first.
  const all = [...early, ...[...new Set(others)].sort((one, other) => bytesOf(other) - bytesOf(one))];
  const head = [
    first(chunks),
    ...styles(all),
    ...all.map((chunk) => preload(chunk, early.includes(chunk) ? '' : ' fetchpriority="low"')),
    // Do not show the box before it works: a frame without it would only be in the way.
    script(early[0], ' blocking="render"'),
  ];
  return withoutFiles(template)
    .replace('  </head>', `${lines(head)}  </head>`)
    .replace('<div id="root"></div>', `<div id="root">${markup}</div>`)
    .replace('  </body>', `${lines([script(main[0])])}  </body>`);
}

/** Without the tags the bundler added, which are in an order of its own. */
const withoutFiles = (template: string) =>
  template.replaceAll(/^ *<(?:script type="module"|link rel="(?:modulepreload|stylesheet)").*\n/gm, '');

const lines = (tags: readonly string[]) => tags.map((tag) => `    ${tag}\n`).join('');

const script = ({ file }: Chunk, more = '') =>
  `<script type="module"${more} crossorigin src="/${file}"></script>`;

/** Before the style sheets, which would delay it; a classic script, so that nothing is painted before it has run. */
function first(chunks: readonly Chunk[]): string {
  const [{ file }, ...others] = filesOf(entryPoints.first, chunks);
  if (others.length > 0) throw new Error(`A plain script can import nothing: ${entryPoints.first} does.`);
  return `<script src="/${file}"></script>`;
}

const bytesOf = ({ modules }: Chunk) => Object.values(modules).reduce((sum, bytes) => sum + bytes, 0);

const preload = ({ file }: Chunk, more = '') =>
  `<link rel="modulepreload" crossorigin${more} href="/${file}">`;

const styles = (chunks: readonly Chunk[]) =>
  [...new Set(chunks.flatMap((chunk) => chunk.styles))].map(
    (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
  );
