import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowHeights } from './row-heights.ts';

const heights = fc.array(fc.nat(900), { minLength: 1, maxLength: 60 });
const changes = fc.array(fc.tuple(fc.nat(59), fc.nat(2_000)), { maxLength: 20 });

test('every row starts where the rows before it and their gaps end, whatever has been measured since [LONG-03]', () => {
  fc.assert(
    fc.property(heights, changes, fc.nat(30), (estimates, measured, gap) => {
      const plain = [...estimates];
      const rows = rowHeights([...estimates], gap);
      for (const [index, height] of measured) {
        if (index >= plain.length) continue;
        plain[index] = height;
        rows.set(index, height);
      }
      let top = 0;
      for (const [index, height] of plain.entries()) {
        expect(rows.topOf(index)).toBe(top);
        expect(rows.heightOf(index)).toBe(height);
        top += height + gap;
      }
      expect(rows.total).toBe(top - gap);
    }),
  );
});

test('a list that is cut and grows again is as if it had always been that long [LONG-03]', () => {
  fc.assert(
    fc.property(heights, changes, fc.nat(60), heights, (before, measured, from, since) => {
      const rows = rowHeights(before, 20);
      const plain = [...before];
      for (const [index, height] of measured) {
        if (index >= plain.length) continue;
        plain[index] = height;
        rows.set(index, height);
      }
      const kept = Math.min(from, plain.length);
      rows.truncate(kept);
      for (const height of since) rows.add(height);
      const whole = rowHeights([...plain.slice(0, kept), ...since], 20);
      expect([rows.count, rows.total]).toEqual([whole.count, whole.total]);
      for (let index = 0; index <= whole.count; index++) {
        expect(rows.topOf(index)).toBe(whole.topOf(index));
        expect(rows.indexAt(rows.topOf(index))).toBe(whole.indexAt(whole.topOf(index)));
      }
    }),
  );
});

test('the row at a position is the one that is there', () => {
  fc.assert(
    fc.property(heights, fc.nat(30), fc.integer({ min: -500, max: 80_000 }), (measured, gap, place) => {
      const rows = rowHeights(measured, gap + 1);
      const index = rows.indexAt(place);
      if (place < 0) expect(index).toBe(0);
      else if (place >= rows.topOf(rows.count)) expect(index).toBe(rows.count - 1);
      else {
        expect(rows.topOf(index)).toBeLessThanOrEqual(place);
        expect(rows.topOf(index + 1)).toBeGreaterThan(place);
      }
    }),
  );
});

test('an empty list has no height and no rows', () => {
  const rows = rowHeights([], 24);
  expect([rows.total, rows.indexAt(10), rows.topOf(0)]).toEqual([0, 0, 0]);
});
