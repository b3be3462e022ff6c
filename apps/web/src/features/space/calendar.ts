interface Meeting {
  session_id: string;
  seq: number;
  title: string | null;
  starts_at: number;
  minutes: number;
}

/** A session as a calendar file (RFC 5545); a later one for the same session replaces an earlier one. */
export function calendarFile(session: Meeting, space: string, address: string, now: number): string {
  const { session_id, seq, title, starts_at, minutes } = session;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Polylogue//EN',
    'BEGIN:VEVENT',
    `UID:${session_id}@polylogue`,
    `SEQUENCE:${seq}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(starts_at)}`,
    `DTEND:${stamp(starts_at + minutes * 60_000)}`,
    `SUMMARY:${escaped(title ?? space)}`,
    `DESCRIPTION:${escaped(`A session of ${space}`)}`,
    `URL:${address}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** 20261123T190000Z */
const stamp = (at: number) => `${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, (letter) => `\\${letter}`).replaceAll(/\r?\n/g, '\\n');

/** No line may be longer than 75 bytes; its continuation begins with a space. */
function folded(line: string): string {
  const bytes = new TextEncoder();
  let text = '';
  let length = 0;
  for (const letter of line) {
    const size = bytes.encode(letter).length;
    if (length + size > 75) {
      text += '\r\n ';
      length = 1;
    }
    text += letter;
    length += size;
  }
  return text;
}
