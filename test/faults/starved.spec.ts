import { spawnSync } from 'node:child_process';
import { measured } from './support/measured';
import { RealService } from './support/real-service';
import { until } from '../support/until';

const HAS_PRLIMIT = spawnSync('prlimit', ['--version']).status === 0;
const ASKERS = 100;

jest.setTimeout(120_000);

if (!HAS_PRLIMIT) process.stderr.write('\n!!! SKIPPED: a starved API: no prlimit on this machine\n\n');

(HAS_PRLIMIT ? it : it.skip)(
  'an API without file handles sends no wrong response, survives, and recovers by itself',
  async () => {
    const service = await RealService.create({ RATE_LIMIT: 'off' });
    try {
      await service.startApi();
      const limit = (handles: number): void => {
        const { status } = spawnSync('prlimit', ['--pid', String(service.api.pid), `--nofile=${handles}:1024`]);
        expect(status).toBe(0);
      };
      limit(40);
      const replies = await Promise.all(
        Array.from({ length: ASKERS }, () =>
          service.call('GET', '/api/stock-cycle/sessions').then(
            ({ status }) => String(status),
            () => 'no answer',
          ),
        ),
      );
      limit(1024);
      const counts = Object.fromEntries(
        [...new Set(replies)].map((one) => [one, replies.filter((r) => r === one).length]),
      );
      measured('replies with 40 file handles', JSON.stringify(counts));
      expect(Object.keys(counts).filter((reply) => !['200', '503', 'no answer'].includes(reply))).toEqual([]);
      expect(service.api.isRunning).toBe(true);
      await until('it answers again', 10_000, async () => {
        return (await service.call('GET', '/api/stock-cycle/sessions').catch(() => undefined))?.status === 200;
      });
    } finally {
      await service.remove();
    }
  },
);
