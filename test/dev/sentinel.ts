/**
 * Three Redis servers and three sentinels of one's own, until Ctrl-C: to see a failover, kill or stop the primary.
 * npm run dev:sentinel -- --down-after 2000
 */
import { parseArgs } from 'node:util';
import { RedisSentinels } from '../support/processes/redis-sentinels';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      password: { type: 'string', default: 'demo' },
      'down-after': { type: 'string', default: '2000' },
    },
  });
  const redis = await RedisSentinels.start({
    password: values.password,
    sentinelPassword: values.password,
    downAfterMs: Number(values['down-after']),
  });
  console.log('A primary, two replicas and three sentinels. The setting to use:\n');
  console.log(`REDIS_URL='${redis.url}'`);
  const primary = await redis.primaryPort();
  console.log('\nTo end the primary, or to stop and continue it: kill -9, -STOP or -CONT of');
  for (const { port, pid } of redis.processes) {
    console.log(`  ${pid}  port ${port}${port === primary ? ', the primary now' : ''}`);
  }
  console.log('\nCtrl-C ends them all.');
  const close = (): void => void redis.remove();
  process.once('SIGINT', close);
  process.once('SIGTERM', close);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
