import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MoreMenu } from './more-menu.tsx';

const item = (label: string) => ({ label, icon: null, act() {} });

test('More holds more than one thing; one alone is a button of its own [LOOK-41]', () => {
  const one = renderToStaticMarkup(<MoreMenu items={[item('Delete message')]} />);
  expect(one).toContain('aria-label="Delete message"');
  expect(one).not.toContain('More');
  expect(
    renderToStaticMarkup(<MoreMenu items={[item('Report message'), item('Delete message')]} />),
  ).toContain('aria-label="More"');
  expect(renderToStaticMarkup(<MoreMenu items={[]} />)).toBe('');
});
