export { BarMatrixModule } from './bar-matrix.module';
export { BarMatrixService } from './bar-matrix.service';
export type { BarRequest, MatrixStats } from './bar-matrix.service';
export { MatrixLoader } from './matrix-loader';
