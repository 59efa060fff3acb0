import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiOkResponse, SwaggerModule } from '@nestjs/swagger';
import type { CalendarDay } from '#lib/kernel';
import { ApiCount, ApiDay, ApiEnum, ApiInstant, ApiObject, ApiText } from './value-properties';

const SIDES = ['long', 'short'] as const;
type Side = (typeof SIDES)[number];

class PartResponse {
  @ApiCount() lots!: number;
}

class FittingResponse {
  @ApiText({ description: 'Free' }) note!: string;
  @ApiText({ optional: true }) aside?: string;
  @ApiDay({ nullable: true }) day!: CalendarDay | null;
  @ApiInstant() at!: Date;
  @ApiEnum(SIDES) side!: Side;
  @ApiEnum(SIDES, { nullable: true }) before!: Side | null;
  @ApiEnum(SIDES, { isArray: true }) sides!: readonly Side[];
  @ApiEnum([true]) done!: true;
  @ApiObject([PartResponse]) parts!: PartResponse[];
}

/** Every line of it would lie to a reader of the document, and none compiles (`tsc` runs over this file). */
class LyingResponse {
  // @ts-expect-error a word of a list is no free text
  @ApiText() word!: Side;
  // @ts-expect-error nor is a day
  @ApiText() day!: CalendarDay;
  // @ts-expect-error the class knows any text, the document two words
  @ApiEnum(SIDES) text!: string;
  // @ts-expect-error one word is missing from the list
  @ApiEnum(['long']) short!: Side;
  // @ts-expect-error one word is too many in the list
  @ApiEnum(['long', 'short', 'flat']) many!: Side;
  // @ts-expect-error null is not documented
  @ApiCount() lots!: number | null;
  // @ts-expect-error null never comes
  @ApiCount({ nullable: true }) left!: number;
  // @ts-expect-error it may be missing
  @ApiCount() gap?: number;
  // @ts-expect-error a list of them
  @ApiObject(PartResponse) parts!: PartResponse[];
}

@Controller()
class PropertiesController {
  @Get()
  @ApiOkResponse({ type: FittingResponse })
  get(): void {
    // Only its document is looked at.
  }
}

@Module({ controllers: [PropertiesController] })
class PropertiesModule {}

it('each kind of property is documented as its class declares it', async () => {
  expect(LyingResponse.name).toBe('LyingResponse');
  const app = await NestFactory.create(PropertiesModule, new FastifyAdapter(), { logger: false });
  const { components } = SwaggerModule.createDocument(app, { openapi: '3.0.0', info: { title: 'a', version: '1' } });
  await app.close();
  expect(components?.schemas?.['FittingResponse']).toEqual({
    type: 'object',
    required: ['note', 'day', 'at', 'side', 'before', 'sides', 'done', 'parts'],
    properties: {
      note: { type: 'string', description: 'Free' },
      aside: { type: 'string' },
      day: { type: 'string', format: 'date', example: '2025-12-19', nullable: true },
      at: { type: 'string', format: 'date-time' },
      side: { type: 'string', enum: ['long', 'short'] },
      before: { type: 'string', enum: ['long', 'short', null], nullable: true },
      sides: { type: 'array', items: { type: 'string', enum: ['long', 'short'] } },
      done: { type: 'boolean', enum: [true] },
      parts: { type: 'array', items: { $ref: '#/components/schemas/PartResponse' } },
    },
  });
});
