import { Module } from '@nestjs/common';
import { FirstStepsModule } from '#lib/getting-started';
import { MarketDataModule } from '#lib/market-data';
import { ConsoleStateController } from './console-state.controller';
import { ConsoleController } from './console.controller';
import { FirstStepsController } from './first-steps.controller';

@Module({
  imports: [FirstStepsModule, MarketDataModule],
  controllers: [ConsoleController, ConsoleStateController, FirstStepsController],
})
export class ConsoleModule {}
