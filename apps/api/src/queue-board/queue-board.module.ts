import { Module } from '@nestjs/common';
import { QueueBoardController } from './queue-board.controller';
import { QueueBoard } from './queue-board.service';

@Module({ controllers: [QueueBoardController], providers: [QueueBoard] })
export class QueueBoardModule {}
