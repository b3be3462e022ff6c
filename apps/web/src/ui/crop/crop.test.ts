import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Framing, fullView, maxZoom, type PixelSize, panned, regionOf, zoomed } from './crop.ts';

const landscape: PixelSize = { width: 400, height: 200 };

test('a square window shows the middle of a wide picture, from top to bottom', () => {
  expect(regionOf(landscape, 1, fullView(landscape))).toEqual({ x: 100, y: 0, width: 200, height: 200 });
});

test('a wide window shows the middle of a tall picture, from side to side', () => {
  const tall = { width: 300, height: 900 };
  expect(regionOf(tall, 3, fullView(tall))).toEqual({ x: 0, y: 400, width: 300, height: 100 });
});

test('pulling to the right shows what is further left, and no more than there is', () => {
  const once = panned(landscape, 1, fullView(landscape), { x: 0.25, y: 0.25 });
  expect(regionOf(landscape, 1, once)).toEqual({ x: 50, y: 0, width: 200, height: 200 });
  const far = panned(landscape, 1, once, { x: 9, y: 9 });
  expect(regionOf(landscape, 1, far)).toEqual({ x: 0, y: 0, width: 200, height: 200 });
});

test('zooming in keeps the point under the pointer where it is', () => {
  const view = zoomed(landscape, 1, fullView(landscape), 2, { x: 0.75, y: 0.5 });
  const { x, width } = regionOf(landscape, 1, view);
  expect(x + 0.75 * width).toBe(100 + 0.75 * 200);
});

test('zooming stops at the edges of the picture, and at the maximum', () => {
  expect(zoomed(landscape, 1, fullView(landscape), 0.1).zoom).toBe(1);
  expect(zoomed(landscape, 1, fullView(landscape), 99).zoom).toBe(maxZoom);
});

test('whatever is done, the picture fills the window', () => {
  const length = fc.integer({ min: 1, max: 8000 });
  const point = fc.record({
    x: fc.double({ min: -3, max: 3, noNaN: true }),
    y: fc.double({ min: -3, max: 3, noNaN: true }),
  });
  const step = fc.record({ by: point, zoom: fc.double({ min: 0, max: 9, noNaN: true }), at: point });
  fc.assert(
    fc.property(
      length,
      length,
      fc.constantFrom(1, 3),
      fc.array(step, { maxLength: 6 }),
      (width, height, aspect, steps) => {
        const picture = { width, height };
        const view = steps.reduce<Framing>(
          (now, { by, zoom, at }) => zoomed(picture, aspect, panned(picture, aspect, now, by), zoom, at),
          fullView(picture),
        );
        const region = regionOf(picture, aspect, view);
        const slack = 1e-6 * Math.max(width, height);
        expect(region.x).toBeGreaterThanOrEqual(-slack);
        expect(region.y).toBeGreaterThanOrEqual(-slack);
        expect(region.x + region.width).toBeLessThanOrEqual(width + slack);
        expect(region.y + region.height).toBeLessThanOrEqual(height + slack);
        expect(region.width / region.height).toBeCloseTo(aspect, 6);
      },
    ),
  );
});
