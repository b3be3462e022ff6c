import { expect, test } from 'vitest';
import { smallPicture } from './small-picture.ts';

const id = '0123456789abcdef0123456789abcdef';

test.each([
  [`/images/${id}/public`, `/images/${id}/small`],
  [`https://images.example/${id}/public`, `https://images.example/${id}/public`],
  [null, null],
])('of %s the small one is %s', (picture, small) => expect(smallPicture(picture)).toBe(small));
