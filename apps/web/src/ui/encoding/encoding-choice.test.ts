import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EncodingChoice } from './encoding-choice.tsx';

test('each encoding is a radio button that says what the text would be, the likeliest one chosen [ATT-12]', () => {
  const candidates = [
    { encoding: 'windows-1252', label: 'Western (Windows-1252)', preview: 'Gdañsk' },
    { encoding: 'windows-1250', label: 'Central European (Windows-1250)', preview: 'Gdańsk' },
  ];
  const page = renderToString(
    createElement(EncodingChoice, { candidates, chosen: candidates[0], onChoose: () => {} }),
  );
  const [, western = '', central = ''] = page.split('<label');
  expect(western).toMatch(/type="radio".* checked="".*Gdañsk.*Western \(Windows-1252\)/);
  expect(central).toMatch(/type="radio".*Gdańsk.*Central European/);
  expect(central).not.toContain('checked');
});
