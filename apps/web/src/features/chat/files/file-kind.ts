import type { UploadKind } from '../../thread/index.ts';

/** What a file says about itself before anybody reads it. */
export type Named = Pick<File, 'name' | 'type'>;

// What programmers and their tools write. Browsers declare nothing for most of these, and video for a .ts.
const endings = new Set(
  'txt|text|md|markdown|csv|tsv|log|astro|bash|bat|bib|bzl|c|cc|cfg|clj|cljs|cmake|cmd|conf|cpp|cs|css|cts|cxx|dart|diff|dockerfile|editorconfig|el|elm|env|erl|ex|exs|f90|fish|fs|geojson|gitignore|go|gradle|graphql|groovy|h|hcl|hpp|hs|htm|html|http|hxx|ini|ipynb|java|jl|js|json|json5|jsonc|jsonl|jsx|kt|kts|less|lisp|lock|lua|m|make|mjs|mk|ml|mts|ndjson|nim|nix|patch|php|pl|pm|properties|proto|ps1|py|pyi|r|rb|rs|rst|sass|scala|scm|scss|sh|sol|sql|srt|svelte|svg|swift|tcl|tex|tf|toml|ts|tsx|vb|vtt|vue|xhtml|xml|yaml|yml|zig|zsh'.split(
    '|',
  ),
);
const names = new Set(['makefile', 'dockerfile', 'readme', 'license']);
const textTypes =
  /^text\/|^application\/(json|xml|yaml|x-yaml|toml|javascript|x-javascript|ecmascript|typescript|sql|x-sh|x-httpd-php|x-ipynb)\b|\+(json|xml)$/;

/** The media type as the name tells of a text, and as declared of everything else. */
export function mediaTypeOf({ name, type }: Named): string {
  const declared = type.toLowerCase();
  return isTextName(name.toLowerCase()) || textTypes.test(declared) ? plainUnlessText(declared) : declared;
}

function isTextName(name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const dot = last.lastIndexOf('.');
  return names.has(last) || (dot !== -1 && endings.has(last.slice(dot + 1)));
}

const plainUnlessText = (type: string) => (type.startsWith('text/') ? type : 'text/plain');

/** Null for what by its name can neither be uploaded as a document nor as media. */
export function kindOf(file: Named): UploadKind | null {
  const type = mediaTypeOf(file);
  if (/^(image|video)\//.test(type)) return 'media';
  return type === 'application/pdf' || type.startsWith('text/') ? 'document' : null;
}

/** What is said to a file of the wrong kind. */
export const wrongKind: Record<UploadKind, string> = {
  document: 'Invalid file type. Please upload a PDF or text document.',
  media: 'Invalid file type. Please upload an image or video file.',
};

/** What is said to a pasted or dropped file that is of neither kind. */
export const neitherKind = 'Invalid file type. Please use a PDF, a text document, an image or a video.';
