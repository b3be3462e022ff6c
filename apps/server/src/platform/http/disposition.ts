/** The Content-Disposition of a download with the person's own file name, as in RFC 6266 and RFC 8187. */
export const attachment = (name: string) => named('attachment', name);

/** The same for files that a browser may show in place. */
export const inline = (name: string) => named('inline', name);

function named(how: string, name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
