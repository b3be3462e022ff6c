import { expect, test } from 'vitest';
import { smallPicture } from './small-picture.ts';

const id = '0123456789abcdef0123456789abcdef';

test.each([
  [`/images/${id}/public`, `/images/${id}/small`],
  [`https://images.example/${id}/public`, `https://images.example/${id}/public`],
  [null, null],
])('the small version of %s is %s', (picture, small) => expect(smallPicture(picture)).toBe(small));
