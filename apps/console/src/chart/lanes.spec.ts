import fc from 'fast-check';
import { type LabelRequest, placeLabels, placeName } from './lanes';

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

describe('the name of a line', () => {
  const name = { left: 50, width: 40, height: 14 };
  const at = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 14 });
  const tag = { left: 0, right: 72, top: 100, bottom: 115 };

  it('is at the first place where it touches nothing', () => {
    expect(placeName(name, [120, 90], [tag])).toEqual(at(50, 120));
    expect(placeName(name, [104, 80], [tag])).toEqual(at(50, 80));
    expect(placeName(name, [104, 80], [])).toEqual(at(50, 104));
  });

  it('goes to the right of what it touches at every place', () => {
    expect(placeName(name, [104, 98], [tag])).toEqual(at(74, 98));
    expect(placeName(name, [98], [tag, { left: 80, right: 130, top: 90, bottom: 105 }])).toEqual(at(132, 98));
  });

  it('touches nothing that is taken, wherever that is', () => {
    const box = fc.record({ left: fc.nat(300), width: fc.integer({ min: 1, max: 90 }), top: fc.nat(200) });
    fc.assert(
      fc.property(
        fc.array(box, { maxLength: 8 }),
        fc.nat(300),
        fc.array(fc.nat(200), { minLength: 1, maxLength: 2 }),
        (boxes, left, tops) => {
          const taken = boxes.map((one) => ({
            left: one.left,
            right: one.left + one.width,
            top: one.top,
            bottom: one.top + 15,
          }));
          const room = placeName({ ...name, left }, tops, taken);
          expect(tops).toContain(room.top);
          for (const other of taken) {
            const apart =
              other.right <= room.left ||
              other.left >= room.right ||
              other.bottom <= room.top ||
              other.top >= room.bottom;
            expect(apart).toBe(true);
          }
        },
      ),
    );
  });
});
