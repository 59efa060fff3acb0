export { BarMatrixModule } from './bar-matrix.module';
export { BarMatrixService } from './bar-matrix.service';
export type { BarRequest } from './bar-request';
export type { MatrixStats } from './bar-matrix.service';
export { openThreads } from './open-threads';
export { MatrixLoader } from './matrix-loader';
export type { BarMatrix } from './domain/bar-matrix';
