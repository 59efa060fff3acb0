import fc from 'fast-check';
import { type LabelRequest, placeLabels } from './lanes';

const HEIGHT = 14;
const ROOM = { left: 0, right: 600, top: 0, bottom: 300 };
const below = (x: number, y: number, width = 30): LabelRequest => ({ x, y, width, side: 'below' });
const above = (x: number, y: number, width = 30): LabelRequest => ({ x, y, width, side: 'above' });

describe('positions of labels', () => {
  it('are at their bars if nothing is in the way', () => {
    expect(placeLabels([below(100, 50), above(200, 50)], HEIGHT, ROOM)).toEqual([
      { left: 85, top: 50 },
      { left: 185, top: 36 },
    ]);
  });

  it('go outwards past others, on their own side', () => {
    const [, second] = placeLabels([below(100, 50), below(110, 52)], HEIGHT, ROOM);
    expect(second?.top).toBeGreaterThanOrEqual(50 + HEIGHT);
    const [, upper] = placeLabels([above(100, 50), above(110, 52)], HEIGHT, ROOM);
    expect((upper?.top ?? 99) + HEIGHT).toBeLessThanOrEqual(50 - HEIGHT);
  });

  it('stay within the pane sideways, and are none if it has no room', () => {
    expect(placeLabels([below(3, 50)], HEIGHT, ROOM)).toEqual([{ left: 0, top: 50 }]);
    expect(placeLabels([below(100, 290)], HEIGHT, ROOM)).toEqual([null]);
    expect(placeLabels([above(100, 10)], HEIGHT, ROOM)).toEqual([null]);
    expect(placeLabels([below(100, 50, 700)], HEIGHT, ROOM)).toEqual([null]);
  });

  it('leave occupied space free', () => {
    const taken = [{ left: 80, right: 120, top: 40, bottom: 70 }];
    expect(placeLabels([below(100, 50)], HEIGHT, ROOM, taken)[0]?.top).toBeGreaterThanOrEqual(70);
  });

  it('never touch each other, nor the edge', () => {
    const request = fc.record({
      x: fc.integer({ min: 0, max: 600 }),
      y: fc.integer({ min: 0, max: 300 }),
      width: fc.integer({ min: 12, max: 60 }),
      side: fc.constantFrom('above' as const, 'below' as const),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 40 }), (requests) => {
        const sorted = [...requests].sort((a, b) => a.x - b.x);
        const boxes = placeLabels(sorted, HEIGHT, ROOM).flatMap((place, index) => {
          const width = sorted[index]?.width ?? 0;
          return place === null
            ? []
            : [{ ...place, right: place.left + width, bottom: place.top + HEIGHT, request: sorted[index] }];
        });
        for (const [index, box] of boxes.entries()) {
          expect(box.left >= 0 && box.right <= 600 && box.top >= 0 && box.bottom <= 300).toBe(true);
          if (box.request?.side === 'below') expect(box.top).toBeGreaterThanOrEqual(box.request.y);
          if (box.request?.side === 'above') expect(box.bottom).toBeLessThanOrEqual(box.request.y);
          for (const other of boxes.slice(index + 1)) {
            const apart =
              other.left >= box.right || other.right <= box.left || other.top >= box.bottom || other.bottom <= box.top;
            expect(apart).toBe(true);
          }
        }
      }),
    );
  });
});
