import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, hitsOf } from './support/oracle';
import { PostgresServer } from './support/postgres-server';
import { RealService } from './support/real-service';
import { SmallDisk } from './support/small-disk';
import { until } from '../support/until';

const DISK_MB = 320;
/** A few pages. */
const LEFT_BYTES = 128 * 1024;
const RECOVERY_MS = 60_000;

jest.setTimeout(240_000);

it('a full disk under PostgreSQL: writes are rejected, nothing is damaged, and free space restores service', async () => {
  const disk = await SmallDisk.mount(DISK_MB, 'a full disk under PostgreSQL');
  if (disk === undefined) return;
  let service: RealService | undefined;
  let postgres: PostgresServer | undefined;
  try {
    postgres = await PostgresServer.start({ parent: disk.folder });
    const server = postgres;
    service = await RealService.create({}, { url: postgres.url, drop: () => Promise.resolve() });
    await service.keepApi();
    service.keepWorker();
    const first = await service.startScan();
    await service.untilEnded(first, RECOVERY_MS);
    const hits = await hitsOf(service.database, first);
    await expectNothingLostNothingTwice(service.database);
    const kept: string[] = [];
    const call = service.call.bind(service);
    const note = async (code: number): Promise<number> => {
      const name = String(code).padStart(6, '0');
      const { status } = await call('PUT', `/api/watchlist/${name}`, {
        note: 'x'.repeat(20_000),
      });
      if (status === 200) kept.push(name);
      return status;
    };
    expect(await note(1)).toBe(200);

    await disk.fill(LEFT_BYTES);
    const refused = new Set<number>();
    for (let code = 2; code <= 400 && !refused.has(503); code += 1) {
      refused.add(await note(code).catch(() => 0));
    }
    measured('replies with a full disk (0 is no answer)', [...refused].join(', '));
    expect([...refused].filter((status) => ![200, 503, 0].includes(status))).toEqual([]);
    expect(refused.has(503)).toBe(true);

    await disk.makeRoom();
    await server.startIfGone();
    const ms = await until('writes succeed again', RECOVERY_MS, async () => (await note(500).catch(() => 0)) === 200);
    measured('from the room to the first write, ms', ms);
    const scanId = await service.startScan();
    await service.untilEnded(scanId, RECOVERY_MS);
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    const noted = await service.database.query<{ code: string }>('select code from watchlist_item');
    expect(kept.filter((code) => !noted.some((row) => row.code === code))).toEqual([]);
  } finally {
    await service?.remove();
    await postgres?.remove();
    await disk.remove();
  }
});
