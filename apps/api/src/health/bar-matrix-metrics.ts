import type { Registry } from 'prom-client';
import type { MatrixStats } from '#lib/bar-matrix';
import { MetricSet } from './metric-set';

/** The bars that this process keeps in memory for screens. */
export function registerBarMatrixMetrics(registry: Registry) {
  return new MetricSet(registry, {
    bar_matrix_bytes: { help: 'Memory of the bars that screens read; 0 while none are kept' },
    bar_matrix_age_seconds: { help: 'Seconds since the bars in memory were found to be those of the market' },
  });
}

export function formatBarMatrixMetrics(stats: MatrixStats | undefined) {
  return {
    bar_matrix_bytes: [{ value: stats?.bytes ?? 0 }],
    bar_matrix_age_seconds: [{ value: stats?.ageSeconds ?? null }],
  };
}
