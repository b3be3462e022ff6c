/** The upload button that a file is for. */
export type UploadKind = 'document' | 'media';

/** What is known about a file before it is read. */
export type Named = Pick<File, 'name' | 'type'>;

// Files that programmers and their tools write. Browsers declare no type for most of them, and video for .ts.
const endings = new Set(
  'txt|text|md|markdown|csv|tsv|log|astro|bash|bat|bib|bzl|c|cc|cfg|clj|cljs|cmake|cmd|conf|cpp|cs|css|cts|cxx|dart|diff|dockerfile|editorconfig|el|elm|env|erl|ex|exs|f90|fish|fs|geojson|gitignore|go|gradle|graphql|groovy|h|hcl|hpp|hs|htm|html|http|hxx|ini|ipynb|java|jl|js|json|json5|jsonc|jsonl|jsx|kt|kts|less|lisp|lock|lua|m|make|mjs|mk|ml|mts|ndjson|nim|nix|patch|php|pl|pm|properties|proto|ps1|py|pyi|r|rb|rs|rst|sass|scala|scm|scss|sh|sol|sql|srt|svelte|svg|swift|tcl|tex|tf|toml|ts|tsx|vb|vtt|vue|xhtml|xml|yaml|yml|zig|zsh'.split(
    '|',
  ),
);
const names = new Set(['makefile', 'dockerfile', 'readme', 'license']);
const textTypes =
  /^text\/|^application\/(json|xml|yaml|x-yaml|toml|javascript|x-javascript|ecmascript|typescript|sql|x-sh|x-httpd-php|x-ipynb)\b|\+(json|xml)$/;

/** The media type: for a text the one its name implies, for everything else the declared one. */
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

/** Null for a file that, by its name, can be uploaded neither as a document nor as media. */
export function kindOf(file: Named): UploadKind | null {
  const type = mediaTypeOf(file);
  if (/^(image|video)\//.test(type)) return 'media';
  return type === 'application/pdf' || type.startsWith('text/') ? 'document' : null;
}

/** What the file picker of each button offers. Word's documents too, so that they can be refused in words. */
export const offered: Record<UploadKind, string> = {
  document: 'application/pdf,text/*,.pdf,.txt,.doc,.docx',
  media: 'image/*,video/*',
};

/** The message for a file of the wrong kind. */
export const wrongKind: Record<UploadKind, string> = {
  document: 'Invalid file type. Please upload a PDF or text document.',
  media: 'Invalid file type. Please upload an image or video file.',
};

/** The message for a pasted or dropped file of neither kind. */
export const neitherKind = 'Invalid file type. Please use a PDF, a text document, an image or a video.';
