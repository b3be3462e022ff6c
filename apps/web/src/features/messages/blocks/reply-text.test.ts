import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replyText } from './reply-text.ts';

test('the text after any position is what was appended after it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      fc.nat(200),
      fc.nat(50),
      fc.boolean(),
      (deltas, position, most, isJoined) => {
        const text = replyText();
        for (const delta of deltas) text.append(delta);
        const whole = deltas.join('');
        if (isJoined) expect(text.value).toBe(whole);
        expect(text.readFrom(position, most)).toBe(whole.slice(position, position + most));
        expect(text.length).toBe(whole.length);
      },
    ),
  );
});

test('a listener is called for each delta, and at the end', () => {
  const text = replyText();
  const seen: string[] = [];
  const stop = text.listen(() => seen.push(text.isEnded ? 'the end' : text.value));
  text.append('One');
  text.append(', two');
  text.append('');
  text.end();
  expect(seen).toEqual(['One', 'One, two', 'the end']);
  stop();
  text.reopen();
  text.append(', three');
  expect(seen).toHaveLength(3);
});
