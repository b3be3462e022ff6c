import { expect, test } from './journey.ts';

test('a question is edited in its place, and every version can be seen again', async ({ chat }) => {
  await chat.ask('/say First.');
  await chat.questions.button('Edit message').press('Enter');
  const edit = chat.list.field('Edit your message');
  await expect.poll(edit.isFocused).toBe(true);
  await edit.fill('/say Second.');
  await chat.tab.press('Enter');
  await chat.replies.hasText('Second.');
  await chat.send.hasCount(1);
  await chat.list.all('[role=group][aria-label=Versions]').hasText('2/2');
  await chat.button('Previous version').click();
  await chat.replies.hasText('First.');
});

test('a message written while an answer streams waits, and is sent when it is done', async ({
  chat,
  imitation,
}) => {
  imitation.hold();
  await chat.say('/say One.');
  imitation.release(1);
  await chat.stop.hasCount(1);
  await chat.box.fill('/say Two.');
  await chat.tab.press('Enter');
  expect(await chat.questions.count()).toBe(1);
  imitation.release();
  await chat.replies.hasCount(2);
  await chat.replies.hasText('Two.');
});
