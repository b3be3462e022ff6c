import type { Plugin } from 'vite';

/** Every browser we build for reads woff2, so the older formats in the packages are left out. */
export function woff2Only(): Plugin {
  return {
    name: 'woff2-only',
    enforce: 'pre',
    transform: {
      filter: { id: /node_modules\/.*\.css$/ },
      handler: (css) => css.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("(?:woff|truetype)"\)/g, ''),
    },
  };
}
