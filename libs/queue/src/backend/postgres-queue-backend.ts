import {
  type BackendFactory,
  type Job,
  type PostgresConnectionOptions,
  PostgresQueueBackend as BullBackend,
  Queue,
  Worker,
} from 'bullmq';
import { Pool } from 'pg';
import { withDeadline } from '../with-deadline';
import {
  BULL_WORKER_OPTIONS,
  toBullId,
  toBullJob,
  type BullProducer,
  toConsumer,
  withLowPriority,
  withPauseAfterErrors,
  type WakeUpData,
} from './bull-options';
import { hasBullTables, pingStore, selectPresentIds } from '../persistence/bull-jobs.query';
import {
  BACKEND_TIMEOUT_MS,
  type ConsumerOptions,
  QueueBackend,
  type QueueConsumer,
  type WakeUp,
} from './queue-backend';
import { SharedConnection } from './shared-connection';

/** Connections for BullMQ's workers: short statements, of all queues together. */
const WORKER_CONNECTIONS = 2;

type CreatesBackend = BackendFactory<BullBackend, PostgresConnectionOptions>;

/**
 * BullMQ in schema `bullmq` of our own database, all queues on one pool. Its commits are asynchronous: what a crash of the
 * server loses are wake-ups, and the reconciler restores those.
 */
export class PostgresQueueBackend extends QueueBackend {
  readonly kind = 'postgres';
  private readonly pool: Pool;
  private readonly producers = new Map<string, BullProducer>();
  private readonly connection: SharedConnection;

  /** @param consumes whether this process works on queues, for which it holds one listening connection. */
  constructor(databaseUrl: string, consumes: boolean) {
    super();
    this.pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'stock-cycle-queue',
      options: '-c search_path=bullmq -c synchronous_commit=off -c timezone=UTC',
      max: consumes ? WORKER_CONNECTIONS + 1 : 2,
      keepAlive: true,
      connectionTimeoutMillis: BACKEND_TIMEOUT_MS,
      query_timeout: BACKEND_TIMEOUT_MS,
    });
    // Each queue adds a listener. A dropped idle connection is replaced at the next use.
    this.pool.setMaxListeners(0);
    this.pool.on('error', () => undefined);
    // One that breaks just when it is taken has no listener of its own yet, and would end the process.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.connection = new SharedConnection(this.pool);
  }

  async checkSetup(): Promise<void> {
    if (!(await hasBullTables(this.pool))) throw new Error('the queue tables are missing: run the migrations first');
  }

  async publish(queue: string, wakeUps: readonly WakeUp[]): Promise<void> {
    await withDeadline(BACKEND_TIMEOUT_MS, 'the queue', this.producer(queue).addBulk(wakeUps.map(toBullJob)));
  }

  async ping(): Promise<void> {
    await withDeadline(BACKEND_TIMEOUT_MS, 'the queue', pingStore(this.pool));
  }

  async present(queue: string, outboxIds: readonly number[]): Promise<Set<number>> {
    const ids = new Map(outboxIds.map((outboxId) => [toBullId(outboxId), outboxId]));
    const selected = selectPresentIds(this.pool, queue, [...ids.keys()]);
    const present = await withDeadline(BACKEND_TIMEOUT_MS, 'the queue', selected);
    return new Set(present.flatMap((id) => ids.get(id) ?? []));
  }

  view(queue: string): Queue {
    // BullMQ's readers have the type of a queue on Redis as their parameter and call what both have.
    return this.producer(queue) as unknown as Queue;
  }

  consume(queue: string, options: ConsumerOptions): QueueConsumer {
    const createBackend: CreatesBackend = (...parameters) =>
      withLowPriority(withPauseAfterErrors(this.createBackend(...parameters)), 'wakes_all', () =>
        options.hasLowPriority(),
      );
    const worker = new Worker(
      queue,
      (job: Job<WakeUpData>) => options.onWakeUp(job.data.jobId),
      { ...BULL_WORKER_OPTIONS, connection: this.pool, concurrency: options.concurrency },
      createBackend,
    );
    worker.on('error', (error) => options.onError(error));
    return toConsumer(worker);
  }

  async close(): Promise<void> {
    await this.connection.end();
    await this.pool.end();
  }

  private readonly createBackend: CreatesBackend = (name, options) => new BullBackend(this.connection, name, options);

  private producer(name: string): BullProducer {
    const existing = this.producers.get(name);
    if (existing !== undefined) return existing;
    const queue = new Queue(name, { connection: this.pool, skipMetasUpdate: true }, this.createBackend);
    // Errors reach the caller of publish; the event repeats them.
    queue.on('error', () => undefined);
    this.producers.set(name, queue);
    return queue;
  }
}
