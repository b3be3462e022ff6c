import type { Envelope } from './mail.ts';

/**
 * A mail as a file that mail programs can open and people can read: nothing is encoded without need, since people
 * without a mail program copy the link out of it by hand.
 */
export function eml({ id, from, to, subject, text, html, messageId, date }: Envelope): string {
  const boundary = `part-${id}`;
  const parts = [['plain', text] as const, ...(html === undefined ? [] : [['html', html] as const])];
  const lines = [
    `From: ${from.name && `${words(from.name, `"${from.name}"`)} `}<${from.address}>`,
    `To: ${to}`,
    `Subject: ${words(subject, subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...parts.flatMap(([kind, content]) => [
      `--${boundary}`,
      `Content-Type: text/${kind}; charset=utf-8`,
      'Content-Transfer-Encoding: 8bit',
      '',
      content,
    ]),
    `--${boundary}--`,
    '',
  ];
  return lines.join('\n').replace(/\r?\n/g, '\r\n');
}

/** Headers are ASCII only; everything else is encoded as base64. */
function words(text: string, plain: string): string {
  return /^[ -~]*$/.test(text) ? plain : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
}
