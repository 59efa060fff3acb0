import { serverSettings, settingsBySize } from './server-settings';

const GB = 2 ** 30;

describe('settings by the size of the machine', () => {
  it.each([
    ['a container of 512 MB', 0.5, 100, '128MB', '256MB', '2048MB'],
    ['a container of 256 MB, less than the least', 0.25, 100, '128MB', '256MB', '2048MB'],
    ['a small machine', 2, 100, '512MB', '1024MB', '2048MB'],
    ['a laptop of 4 GB', 4, 100, '1024MB', '2048MB', '2048MB'],
    ['a machine of 24 GB', 24, 100, '1024MB', '12288MB', '2048MB'],
    ['a machine of 64 GB', 64, 100, '1024MB', '32768MB', '2048MB'],
    ['a disk with 20 GB free', 4, 20, '1024MB', '2048MB', '2048MB'],
    ['a disk with 8 GB free', 4, 8, '1024MB', '2048MB', '819MB'],
    ['a disk that is nearly full', 4, 0.5, '1024MB', '2048MB', '256MB'],
  ])('%s', (_what, memory, disk, buffers, cache, log) => {
    expect(settingsBySize({ memory: memory * GB, disk: disk * GB })).toEqual({
      shared_buffers: buffers,
      effective_cache_size: cache,
      max_wal_size: log,
      min_wal_size: log,
    });
  });

  it('keep the log small where the system does not say how much room there is', () => {
    expect(settingsBySize({ memory: 4 * GB, disk: undefined })).toMatchObject({ max_wal_size: '256MB' });
  });

  it('take sizes that are no whole megabytes', () => {
    expect(settingsBySize({ memory: 25_276_502_016 / 10 + 0.5, disk: 7_777_777_777 })).toEqual({
      shared_buffers: '602MB',
      effective_cache_size: '1205MB',
      max_wal_size: '741MB',
      min_wal_size: '741MB',
    });
  });
});

describe('settings of a server', () => {
  const machine = { memory: 24 * GB, disk: 100 * GB };
  const options = { port: 5432, durable: true, maxConnections: 100, replicated: false, machine };

  it('that keeps data follow the machine', () => {
    const settings = serverSettings(options);
    expect(settings).toEqual(expect.arrayContaining(['shared_buffers=1024MB', 'synchronous_commit=on']));
    expect(settings).not.toContain('fsync=off');
  });

  it('of tests are the same on every machine', () => {
    const settings = serverSettings({ ...options, durable: false });
    expect(settings).toEqual(expect.arrayContaining(['shared_buffers=256MB', 'fsync=off', 'synchronous_commit=off']));
    expect(serverSettings({ ...options, durable: false, machine: { memory: GB, disk: GB } })).toEqual(settings);
  });

  it('with a replica send each commit, also where nothing has to last', () => {
    const settings = serverSettings({ ...options, durable: false, replicated: true });
    expect(settings).toEqual(expect.arrayContaining(['wal_level=replica', 'synchronous_commit=on', 'fsync=off']));
  });

  it('each has one value', () => {
    const names = serverSettings(options)
      .filter((part) => part !== '-c')
      .map((part) => part.split('=')[0]);
    expect(new Set(names).size).toBe(names.length);
  });
});
