import '../testing/browser.ts';
import { expect, test } from 'vitest';
import { meChanged, missingFields } from './me.ts';

const empty = { first_name: null, last_name: null, bio: null, profile_picture_url: null };

test('a profile is complete with both names, a bio and a picture [PEOPLE-09]', () => {
  expect(missingFields(empty)).toEqual(['first_name', 'last_name', 'bio', 'profile_picture_url']);
  expect(missingFields({ ...empty, first_name: 'Ada', bio: '' })).toEqual([
    'last_name',
    'bio',
    'profile_picture_url',
  ]);
  expect(missingFields({ first_name: 'A', last_name: 'L', bio: 'B', profile_picture_url: '/i' })).toEqual([]);
});

test('the other tabs are notified when another call changes something about the signed-in person', async () => {
  const tab = new BroadcastChannel('polylogue.people');
  const received = new Promise((resolve) => {
    tab.onmessage = ({ data }) => resolve(data);
  });
  meChanged();
  expect(await received).toEqual({ type: 'me-changed' });
  tab.close();
});
