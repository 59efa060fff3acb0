import { type SentinelConnectionOptions, SentinelConnector } from 'ioredis';

/**
 * ioredis listens to the sentinels even while it connects, and a failover that it hears of then ends the client for good: its
 * attempt is told to stop, which it takes for a close. Here nobody listens before it has connected.
 */
export class FailoverConnector extends SentinelConnector {
  /** @param options those of the client that ioredis makes it for. */
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(...parameters: Parameters<SentinelConnector['connect']>): ReturnType<SentinelConnector['connect']> {
    const listening = this as unknown as { failoverDetector: { cleanup(): void } | null };
    listening.failoverDetector?.cleanup();
    listening.failoverDetector = null;
    return super.connect(...parameters);
  }
}
