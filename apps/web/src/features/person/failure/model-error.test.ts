import '../testing/browser.ts';
import { FetchError } from '@polylogue/contract/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/query-client.ts';
import {
  acceptWaiver,
  answerRequest,
  block,
  changePassword,
  checkWaiver,
  friendStatus,
  friends,
  incomingRequests,
  isUnanswered,
  ModelError,
  reasonOf,
  reportUser,
  sendFriendRequest,
  sendVerificationEmail,
  sentRequests,
  unfriend,
  updateMe,
  uploadImage,
  uploadProfilePicture,
  userById,
  userByUsername,
  userSearch,
  verifyEmail,
} from '../index.ts';
import { peopleServer, person } from '../testing/people-server.ts';

let server: ReturnType<typeof peopleServer>;
const picture = new File(['picture'], 'ada.png', { type: 'image/png' });

beforeEach(() => {
  queryClient.clear();
  server = peopleServer();
});
afterEach(() => void vi.unstubAllGlobals());

const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'It did not fail.',
    (error: ModelError) => error,
  );

/** A call that the server refuses fails with this sentence, and so does one that does not reach it. */
async function expectSentence(sentence: string, ask: () => Promise<unknown>) {
  server.refuses(503, 'busy', 'Too much to do.');
  const refused = await failure(ask());
  expect(refused).toMatchObject({ name: 'ModelError', message: sentence });
  expect(reasonOf(refused)).toBe('Too much to do.');
  server.isDown();
  const unreachable = await failure(ask());
  expect(unreachable).toMatchObject({ message: sentence });
  expect(reasonOf(unreachable)).toBe('The server cannot be reached. Check your connection and try again.');
}

test('Failed to retrieve incoming friend requests [MODEL-20]', () =>
  expectSentence('Failed to retrieve incoming friend requests', () =>
    queryClient.fetchQuery(incomingRequests),
  ));

test('Failed to retrieve sent friend requests [MODEL-21]', () =>
  expectSentence('Failed to retrieve sent friend requests', () => queryClient.fetchQuery(sentRequests)));

test('Failed to fetch user profile [MODEL-22]', async () => {
  await expectSentence('Failed to fetch user profile', () => queryClient.fetchQuery(userById('grace')));
  await expectSentence('Failed to fetch user profile', () => queryClient.fetchQuery(userByUsername('grace')));
});

test('Failed to update user data [MODEL-23]', () =>
  expectSentence('Failed to update user data', () => updateMe({ first_name: 'Ada' })));

test('Failed to update password [MODEL-24]', () =>
  expectSentence('Failed to update password', () => changePassword('Old-horse-7', 'New-horse-7')));

test('Failed to send verification email [MODEL-25]', () =>
  expectSentence('Failed to send verification email', () => sendVerificationEmail()));

test('Failed to set user waiver [MODEL-26]', () =>
  expectSentence('Failed to set user waiver', () => acceptWaiver('2026-11-01')));

test('Failed to get user waiver [MODEL-27]', () =>
  expectSentence('Failed to get user waiver', () => checkWaiver()));

test('Failed to upload user image [MODEL-28]', () =>
  expectSentence('Failed to upload user image', () => uploadImage(picture)));

test('Failed to upload profile picture [MODEL-29]', () =>
  expectSentence('Failed to upload profile picture', () => uploadProfilePicture(picture)));

test('Failed to verify email [MODEL-31]', () =>
  expectSentence('Failed to verify email', () => verifyEmail('code')));

test('User not found: no one has that id, or the person may not be seen [MODEL-33]', async () => {
  server.refuses(404, 'not-found');
  expect(await failure(queryClient.fetchQuery(userById('nobody')))).toMatchObject({
    name: 'UserNotFound',
    message: 'User not found',
  });
});

test('a proxy that answers 404 does not say that there is no such person', async () => {
  vi.stubGlobal('fetch', async () => new Response('404 page not found', { status: 404 }));
  expect(await failure(queryClient.fetchQuery(userById('grace')))).toMatchObject({
    name: 'ModelError',
    message: 'Failed to fetch user profile',
  });
});

test('User not found: no one with that name can be found [MODEL-33]', async () => {
  server.on('GET /api/v1/user/search', () => Response.json([]));
  expect(await failure(queryClient.fetchQuery(userByUsername('nobody')))).toMatchObject({
    name: 'UserNotFound',
    message: 'User not found',
  });
});

test('a person is found by their username, however it is typed', async () => {
  server.on('GET /api/v1/user/search', () => Response.json([person('grace')]));
  expect(await queryClient.fetchQuery(userByUsername(' GraCe'))).toMatchObject({ username: 'grace' });
});

test('Failed to send friend request [MODEL-34]', () =>
  expectSentence('Failed to send friend request', () => sendFriendRequest('grace')));

test('Failed to accept friend request [MODEL-35]', () =>
  expectSentence('Failed to accept friend request', () => answerRequest('grace', 'accept', 'r1')));

test('Failed to retrieve friends [MODEL-36]', () =>
  expectSentence('Failed to retrieve friends', () => queryClient.fetchQuery(friends)));

test('Failed to unfriend [MODEL-37]', () => expectSentence('Failed to unfriend', () => unfriend('grace')));

test('Failed to retrieve friend status [MODEL-38]', () =>
  expectSentence('Failed to retrieve friend status', () => queryClient.fetchQuery(friendStatus('grace'))));

test('Failed to report user [MODEL-39]', () =>
  expectSentence('Failed to report user', () => reportUser({ reported_user_id: 'grace', reason: 'spam' })));

test('Failed to block user [MODEL-40]', () => expectSentence('Failed to block user', () => block('grace')));

test('a call the specification has no sentence for has one of its own', () =>
  expectSentence('Failed to search for people', () => queryClient.fetchQuery(userSearch('grace'))));

test('if something other than our server answers, its page is not shown', async () => {
  server.on('GET /api/v1/user/friends', () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(reasonOf(await failure(queryClient.fetchQuery(friends)))).toBe(
    'An unexpected error occurred. Please try again.',
  );
});

const page = (status: number) => new FetchError(status, '<h1>Bad gateway</h1>');
const lost = new TypeError('Failed to fetch');

test.each([
  ['nothing came', lost, true],
  ['nothing came, for a call with its own sentence', new ModelError('Failed', { cause: lost }), true],
  ['a proxy shows a page', page(502), true],
  ['a hotel shows a page', page(200), true],
  ['a proxy refuses', page(413), false],
  ['our server is busy', new FetchError(503, '{}', { message: 'Wait a moment.' }), false],
  ['the page is at fault', new Error('no idea'), false],
])('whether it may have been done all the same, when %s', (_, error, may) =>
  expect(isUnanswered(error)).toBe(may),
);
