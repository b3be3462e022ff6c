import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Attachments } from './attachments.tsx';

const draw = (name: string, mediaType: string, more: object = {}) => {
  const part = { type: 'file', name, mediaType, data: 'AAAA' } as const;
  return renderToStaticMarkup(
    <Attachments attachments={[{ name, mediaType, size: 2_000, part, ...more }]} />,
  );
};

test('a message shows a small picture, and a press opens it large [ATT-09]', () => {
  const thumbnail = { blob: new Blob(), width: 640, height: 400 };
  const picture = draw('cat.png', 'image/png', { thumbnail });
  expect(picture).toMatch(/<button [^>]*aria-label="Open cat\.png" aria-haspopup="dialog"/);
  expect(picture).toMatch(/width="320" height="200"/);
});

test('a message shows a document with its kind and size, and a press opens it [ATT-09]', () => {
  const document = draw('report.pdf', 'application/pdf');
  expect(document).toMatch(/<button [^>]*aria-haspopup="dialog"[^>]*>.*report\.pdf/s);
  const text = document.replace(/<[^>]*>/g, ' ');
  expect(text).toMatch(/report\.pdf\s+PDF · 2 kB/i);
});
