import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { ConsoleStateController } from './console-state.controller';
import { ConsoleController } from './console.controller';

@Module({ imports: [MarketDataModule], controllers: [ConsoleController, ConsoleStateController] })
export class ConsoleModule {}
