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
        expect(text.after(position, most)).toBe(whole.slice(position, position + most));
        expect(text.length).toBe(whole.length);
      },
    ),
  );
});
