import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

const ANY_BODY = 'stock-cycle:any-body';

/** The handler reads the JSON body by itself, whatever it holds: another protocol than ours. @param most In bytes. */
export const AnyBody = ({ most }: { most: number }): MethodDecorator =>
  applyDecorators(SetMetadata(ANY_BODY, true), RouteConfig({ longestBody: most }));

export function takesAnyBody(context: ExecutionContext): boolean {
  return Reflect.hasMetadata(ANY_BODY, context.getHandler());
}
