import { expect, test } from 'vitest';
import { openFinding } from './finding.ts';

test('opening the search again keeps what is sought, and closing it does not', () => {
  const finding = openFinding();
  finding.open();
  finding.search('needle');
  finding.open();
  expect(finding.read()).toEqual({ isOpen: true, markedIn: null, requests: 2, sought: ['needle'] });
  finding.close();
  expect(finding.read()).toMatchObject({ isOpen: false, sought: [] });
});
