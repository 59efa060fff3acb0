import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { BarMatrixService } from './bar-matrix.service';
import { MatrixLoader } from './matrix-loader';

@Module({ imports: [MarketDataModule], providers: [BarMatrixService, MatrixLoader], exports: [BarMatrixService] })
export class BarMatrixModule {}
