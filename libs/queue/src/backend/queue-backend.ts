import type { Queue } from 'bullmq';

/** What BullMQ carries: that a job may be ready. Everything else is in the job's row. */
export interface WakeUp {
  jobId: number;
  /** Makes a second publishing of the same outbox row the same BullMQ job. */
  outboxId: number;
}

/** A running BullMQ worker, as far as we drive it. */
export interface QueueConsumer {
  /** Takes no further job; the running ones go on. */
  pause(doNotWaitActive: boolean): Promise<void>;
  /** May wait for the store without an end; {@link disconnect} is the way out. */
  close(force: boolean): Promise<void>;
  disconnect(): Promise<void>;
}

export interface ConsumerOptions {
  concurrency: number;
  onWakeUp(jobId: number): Promise<void>;
  onError(error: Error): void;
  /** Whether the store should offer the next job to others first. */
  hasLowPriority(): boolean;
}

/** Longest time that a call to the backend may take, so that no request hangs on it. */
export const BACKEND_TIMEOUT_MS = 2000;

/** BullMQ's store: PostgreSQL or Redis. It may be unavailable at any time; each call then fails within {@link BACKEND_TIMEOUT_MS}. */
export abstract class QueueBackend {
  abstract readonly kind: 'postgres' | 'redis';
  /** @throws if the store is set up so that it loses jobs. A store that is only unavailable passes. */
  abstract checkSetup(): Promise<void>;
  abstract publish(queue: string, wakeUps: readonly WakeUp[]): Promise<void>;
  abstract ping(): Promise<void>;
  /** Which wake-ups, by their `outboxId`, the store still has: waiting, or just being delivered. */
  abstract present(queue: string, outboxIds: readonly number[]): Promise<Set<number>>;
  /** BullMQ's own view of a queue, to read what waits in the store. */
  abstract view(queue: string): Queue;
  abstract consume(queue: string, options: ConsumerOptions): QueueConsumer;
  abstract close(): Promise<void>;
}
