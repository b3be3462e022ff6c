/** Patterns that the search must find to take long. */
export const slow = [
  // Patterns that have blocked this server, or a page.
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^[ .]+|[ .]+$/g,
  /[^\s@<>"'()=/…]+@[^\s@<>"'()=/]+\.[a-z]{2,}/gi,
  /(\b[a-z][a-z\d+.-]*:\/\/)[^\s/@]+@/gi,
  /(?<![\w~+-])(?=[\w~+=.-]*\d)(?=[\w~+=.-]*[a-z])[\w~+=.-]{24,}/gi,
  /\beyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g,
  /<title[^>]*>([^<]*)/i,
  /^(.*?\/v\d+\w*)(\/|$)/,
  /\/(models|tunedModels)(\/.*)?$/,
  /^(-(latest|\d{3,}[\d-]*))?$/,
  /^(?:[^|\n]*\|.*\n){34}[^|\n]*\||!\[|\[\^[^\]\n]{1,999}\]:/m,
  /!?\[([^\]]*)\]\([^)]*\)/g,
  /^[^@]+@[^@]+\.[^@]+$/,
  // Textbook examples.
  /\s+$/,
  /^(a+)+$/,
  /^(\w+\s?)*$/,
  /(?:,\s*)?url\([^)]*\.woff\)/,
  /^(?:a|a)*$/,
  /(x{0,9}){0,9}y/,
];

/** Patterns that look alike and are harmless. */
export const harmless = [
  /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/,
  /(?<! ) +$/,
  /<title[^<>]*>([^<]*)/i,
  /^(?:a|b)*$/,
  /\s+/g,
];
