import { mkdtemp, rm } from 'node:fs/promises';
import { totalmem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitMemory, readMachineResources } from './machine-resources';

const GB = 2 ** 30;

describe('memory', () => {
  it.each([
    ['a container with less than the machine', 64 * GB, 0.5 * GB, 0.5 * GB],
    ['no container', 8 * GB, undefined, 8 * GB],
    ['a limit that is not known', 8 * GB, 0, 8 * GB],
    ['a control group without a limit', 8 * GB, 18_446_744_073_709_552_000, 8 * GB],
  ])('%s', (_what, total, limit, memory) => {
    expect(limitMemory(total, limit)).toBe(memory);
  });
});

describe('a folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'machine-resources-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('that is no cluster has no known room', async () => {
    const { memory, disk } = await readMachineResources(folder);
    expect(memory).toBeGreaterThan(0);
    expect(memory).toBeLessThanOrEqual(totalmem());
    expect(disk).toBeUndefined();
  });
});
