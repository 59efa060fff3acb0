import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Database, Notifications } from '#lib/database';
import type { JsonValue } from '#lib/kernel';
import { QueueBackend, type QueueConsumer } from '../backend/queue-backend';
import { JOB_CANCELLED_CHANNEL } from '../persistence/channels';
import { CONTROL_DATABASE } from '../control-database';
import { withDeadline } from '../with-deadline';
import type { AnyJobDefinition } from '../job-definition';
import { type HandlesJob, JOB_HANDLER } from '../job-handler';
import { OutboxRelay } from '../outbox-relay';
import { QUEUE_SETTINGS, type QueueSettings } from '../queue-settings';
import { type RegisteredHandler, HandlerRegistry } from './handler-registry';
import { HealthFile } from './health-file';
import { JobRunner } from './job-runner';
import { RepeatingTask } from './repeating-task';
import { LostWakeUps } from './lost-wake-ups';
import { ProcessMonitor } from './process-monitor';
import { Reconciler } from './reconciler';
import { WorkerHeartbeat } from './worker-heartbeat';

export const JOB_DEFINITIONS = Symbol('JOB_DEFINITIONS');

const SAME_ERROR_QUIET_MS = 10_000;

/** A heartbeat that stays behind reports this worker until it counts as lost, so a slow database gets some time. */
const HEARTBEAT_END_MS = 2000;

/** The worker process's engine: starts with the app, and stops within a bound even if a server is unavailable. */
@Injectable()
export class QueueWorkers implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Queue');
  private readonly consumers: QueueConsumer[] = [];
  private tasks: RepeatingTask[] = [];
  private runner: JobRunner | undefined;
  private heartbeat: WorkerHeartbeat | undefined;
  private unsubscribe: (() => void) | undefined;
  private lastError = { message: '', at: 0 };

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly backend: QueueBackend,
    private readonly relay: OutboxRelay,
    @Inject(CONTROL_DATABASE) private readonly control: Database,
    @Inject(QUEUE_SETTINGS) private readonly settings: QueueSettings,
    @Inject(JOB_DEFINITIONS) private readonly definitions: readonly AnyJobDefinition[],
  ) {}

  /** @throws if handlers and jobs don't fit, or if the queue's store would lose jobs. */
  async onModuleInit(): Promise<void> {
    const registry = await this.buildRegistry();
    this.runner = new JobRunner(this.database, registry, this.relay, this.control, this.settings);
    this.heartbeat = new WorkerHeartbeat(this.control, registry.queues, new ProcessMonitor(this.database, this.runner));
    const { relay, heartbeat } = this;
    const lost = new LostWakeUps(this.database, this.backend, registry.queues, this.settings.redeliverAfterMs);
    const reconciler = new Reconciler(this.database, registry, relay, lost, this.settings);
    this.tasks = [
      new RepeatingTask(this.settings.heartbeatEveryMs, () => heartbeat.beat()),
      new RepeatingTask(this.settings.reconcileEveryMs, () => reconciler.pass()),
      new RepeatingTask(this.settings.relayEveryMs, () => relay.drain()),
      ...this.healthTasks(heartbeat),
    ];
  }

  onApplicationBootstrap(): void {
    const { runner } = this;
    if (runner === undefined) throw new Error('the workers were not initialised');
    this.unsubscribe = this.notifications.subscribe(JOB_CANCELLED_CHANNEL, (jobId) => runner.check(Number(jobId)));
    for (const queue of new Set(this.definitions.map((definition) => definition.queue))) {
      this.consumers.push(
        this.backend.consume(queue, {
          concurrency: this.settings.concurrency,
          onWakeUp: (jobId) => runner.deliver(jobId),
          onError: (error) => this.logOnce(error),
          hasLowPriority: () => runner.hasLowPriority,
        }),
      );
    }
    for (const loop of this.tasks) loop.start();
  }

  /** Hands the jobs back in at most six seconds; BullMQ's own closing may wait for its store without an end. */
  async onModuleDestroy(): Promise<void> {
    this.unsubscribe?.();
    await finishesWithin(300, Promise.all(this.consumers.map((consumer) => consumer.pause(true))));
    const [idle] = await Promise.all([
      this.runner?.stop(this.settings.shutdownGraceMs),
      finishesWithin(HEARTBEAT_END_MS, this.heartbeat?.end()),
    ]);
    await finishesWithin(300, Promise.all(this.tasks.map((loop) => loop.stop())));
    const closing = this.consumers.map((consumer) => consumer.close(idle === false));
    if (!(await finishesWithin(700, Promise.all(closing)))) {
      await finishesWithin(200, Promise.all(this.consumers.map((consumer) => consumer.disconnect())));
    }
  }

  private async buildRegistry(): Promise<HandlerRegistry> {
    try {
      const registry = new HandlerRegistry(this.definitions, this.findHandlers());
      await this.backend.checkSetup();
      return registry;
    } catch (error) {
      // Nest doesn't shut down an app that never came up.
      await this.backend.close();
      throw error;
    }
  }

  private healthTasks(heartbeat: WorkerHeartbeat): RepeatingTask[] {
    const { healthFile, heartbeatEveryMs } = this.settings;
    if (healthFile === undefined) return [];
    const file = new HealthFile(healthFile);
    return [new RepeatingTask(heartbeatEveryMs, () => file.write(heartbeat.lastStored))];
  }

  private findHandlers(): RegisteredHandler[] {
    return this.discovery.getProviders().flatMap((provider) => {
      const type = provider.metatype;
      if (typeof type !== 'function') return [];
      const definition = Reflect.getMetadata(JOB_HANDLER, type) as AnyJobDefinition | undefined;
      return definition === undefined
        ? []
        : [{ definition, handler: provider.instance as HandlesJob<object, JsonValue> }];
    });
  }

  /** BullMQ repeats an error for as long as its cause lasts. */
  private logOnce(error: Error): void {
    const now = performance.now();
    if (error.message === this.lastError.message && now - this.lastError.at < SAME_ERROR_QUIET_MS) return;
    this.lastError = { message: error.message, at: now };
    this.logger.warn(`queue store: ${error.message}`);
  }
}

/** Gives up after `ms`; errors during shutdown are ignored. @returns whether the work was done. */
async function finishesWithin(ms: number, work: Promise<unknown> | undefined): Promise<boolean> {
  return withDeadline(ms, 'shutdown', Promise.resolve(work)).then(
    () => true,
    () => false,
  );
}
