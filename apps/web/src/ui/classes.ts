/** Joins class names, skipping those that are false or undefined. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
