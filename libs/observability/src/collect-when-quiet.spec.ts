import { setTimeout as sleep } from 'node:timers/promises';
import { collectWhenQuiet } from './collect-when-quiet';

const LOOK_EVERY_MS = 20;
const LONGEST_MS = 60_000;

const MIB = 2 ** 20;

let collections = 0;
/** Not that of this process, which frees what other spec files left. */
let residentBytes: number;
let stop: () => void;

beforeEach(() => {
  collections = 0;
  residentBytes = 100 * MIB;
  stop = collectWhenQuiet(
    LOOK_EVERY_MS,
    () => (collections += 1),
    () => residentBytes,
  );
});
afterEach(() => stop());

it('collects where a process has nothing to do, and again where it has grown', async () => {
  await untilCollections(1);
  residentBytes += 15 * MIB;
  await sleep(5 * LOOK_EVERY_MS);
  expect(collections).toBe(1);
  residentBytes += 2 * MIB;
  await untilCollections(2);
}, 150_000);

it('leaves a process that works alone', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    workFor(5 * LOOK_EVERY_MS);
    await sleep(0);
  }
  expect(collections).toBe(0);
}, 60_000);

async function untilCollections(count: number): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (collections < count && performance.now() < end) await sleep(LOOK_EVERY_MS);
  expect(collections).toBeGreaterThanOrEqual(count);
}

function workFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
