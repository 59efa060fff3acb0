import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import type { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';
import { messageOf } from '#lib/kernel';

/** A thread that nobody has used for so long ends, and gives its memory back. */
const IDLE_MS = 60_000;

/** Tests run the sources, which a thread cannot load by itself. */
const SOURCES = join(__dirname, '../../../test/support/runner/thread-of-sources.cjs');

/**
 * Threads that share the bars. They start when they are first used.
 * @param file Of their code, whose exports are the tasks. @param most Threads at most; never more than processors.
 * @param idleMs How long a thread without work is kept; left out: a minute.
 */
export function openThreads(
  file: string,
  { most, idleMs = IDLE_MS, logger }: { most: number; idleMs?: number; logger: Logger },
): Piscina {
  const isSource = extname(file) === '.ts';
  const pool = new Piscina({
    ...(isSource
      ? { filename: SOURCES, execArgv: ['--conditions=source'], workerData: { thread: file } }
      : { filename: file }),
    minThreads: 0,
    maxThreads: Math.min(most, availableParallelism()),
    idleTimeout: idleMs,
  });
  // What a task fails with reaches its caller; this is a thread that ended by itself.
  pool.on('error', (error) => logger.warn(`a thread has ended: ${messageOf(error)}`));
  return pool;
}
