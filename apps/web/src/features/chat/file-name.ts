/** Characters; a file's name has at most 255 bytes, and some letters have four. */
const longest = 50;
/** What no file's name may hold somewhere, or cannot be seen. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\s<>:"/\\|?*]+/gu;

/** A file name with the conversation's title, or `polylogue-2026-11-21-1042.md` without one. */
export function fileName(at: Date, title: string | null): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = `${day}-${two(at.getHours())}${two(at.getMinutes())}`;
  const name = [...(title ?? '').replace(forbidden, ' ').replace(/^[. ]+/, '')]
    .slice(0, longest)
    .join('')
    .trim();
  return name === '' ? `polylogue-${time}.md` : `${name} ${time}.md`;
}
