import { expect, test } from 'vitest';
import { cleanValue, withoutAddresses } from './clean.ts';

test.each([
  ['style', "background: image-set('https://evil.example/a.png' 1x)"],
  ['style', 'background: -webkit-image-set(url(https://evil.example/a.png) 1x)'],
  ['style', 'background: URL( "https://evil.example/a.png" )'],
  ['fill', 'url("#a" url(https://evil.example/a.svg))'],
  ['fill', 'u\\72l(https://evil.example/a.svg#a)'],
  ['fill', 'u\\000072\r\nl(https://evil.example/a.svg#a)'],
  ['mask', '\\url(https://evil.example/a.svg#a)'],
  ['background', 'https://evil.example/a.png'],
  ['xlink:href', 'https://evil.example/a.png'],
  ['onclick', 'location = "https://evil.example/"'],
])('a saved diagram loads nothing through its attribute %s="%s"', (name, value) => {
  expect(cleanValue(name, value) ?? '').not.toContain('evil.example');
});

test.each([
  '@import "https://evil.example/a.css";',
  '@\\69mport "https://evil.example/a.css";',
  '@im@import "a";port "https://evil.example/a.css";',
  '@font-face { src: u\\r\\l(https://evil.example/a.woff2) }',
  'a { background: u\\5c 72l(https://evil.example/a.png); fill: url(https://evil.example/b.svg) }',
])('a saved diagram loads nothing through its style sheet: %s', (css) => {
  expect(withoutAddresses(css)).not.toMatch(/@import|url\(/i);
});

test.each([
  ['style', 'fill: rgb(1, 2, 3); marker-end: url("#arrow")'],
  ['transform', 'translate(4, 5)'],
  ['xlink:href', '#part'],
  ['href', 'data:image/png;base64,AAAA'],
  ['aria-label', 'C:\\temp (curl)'],
])('what a diagram says of itself stays: %s="%s"', (name, value) => {
  expect(cleanValue(name, value)).toBe(value);
});
