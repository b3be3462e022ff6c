/** A mail without a recipient: a one-line subject, and the same words as plain text and as HTML. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** When its link is over, in milliseconds since 1970. */
  until?: number;
}

/** A link, with its lifetime in ms from when it was made (milliseconds since 1970). */
export interface MailedLink {
  link: string;
  lifetime: number;
  madeAt: number;
}

/** A paragraph; text that is not our own; or the one thing to do. */
type Part = string | { quoted: string } | ({ label: string } & (MailedLink | { link: string }));

export function letter(subject: string, parts: Part[]): Letter {
  const linked = parts.find((part) => typeof part === 'object' && 'madeAt' in part);
  return {
    subject,
    text: `${[...parts.map(asText), ending].join('\n\n')}\n`,
    html: page(subject, [heading(subject), ...parts.map(asHtml), small(ending)].join('\n')),
    ...(linked && { until: endOf(linked) }),
  };
}

const ending = 'Polylogue. This email was sent automatically; replies are not read.';

function asText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('quoted' in part) return part.quoted.replace(/^/gm, '    ');
  const lasts = 'madeAt' in part ? `\n\n${validity(part)}` : '';
  return `${part.label}:\n${part.link}${lasts}`;
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return paragraph(escaped(part));
  if ('quoted' in part) return paragraph(`<strong>${escaped(part.quoted).replace(/\n/g, '<br>')}</strong>`);
  const link = escaped(part.link);
  const lasts = 'madeAt' in part ? `${validity(part)} ` : '';
  return [
    paragraph(`<a href="${link}" style="${button}">${escaped(part.label)}</a>`),
    small(`${lasts}If the button does nothing, copy this address into your browser:`, `<br>${link}`),
  ].join('\n');
}

// A mail may arrive late, when less of the time is left.
function validity(part: MailedLink): string {
  return `The link is valid for ${spoken(part.lifetime)}, until ${instant(new Date(endOf(part)))}.`;
}

const endOf = ({ lifetime, madeAt }: MailedLink) => madeAt + lifetime;

/** In UTC, since the reader's time zone is unknown. */
export function instant(at: Date): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${words.format(at)} UTC`;
}

/** "30 minutes", "24 hours", "7 days". */
function spoken(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes % 1440 === 0 && minutes > 1440) return plural(minutes / 1440, 'day');
  return minutes % 60 === 0 ? plural(minutes / 60, 'hour') : plural(minutes, 'minute');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

// Mail programs support no reliable stylesheets and load nothing: styles are inline, and there are no images.
const button =
  'display:inline-block;padding:10px 20px;border-radius:999px;background:#1b7a44;color:#ffffff;text-decoration:none;font-weight:600';
const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';

function heading(words: string): string {
  return `<h1 style="margin:0 0 20px;font-size:20px;line-height:1.3">${escaped(words)}</h1>`;
}

function paragraph(html: string): string {
  return `<p style="margin:0 0 20px">${html}</p>`;
}

function small(words: string, html = ''): string {
  return `<p style="margin:0 0 20px;font-size:13px;color:#665d50;overflow-wrap:anywhere">${escaped(words)}${html}</p>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:32px 20px;background:#ffffff;color:#241f1a;font-size:16px;line-height:1.55;${font}">
<div style="max-width:520px;margin:0 auto">
${body}
</div>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
