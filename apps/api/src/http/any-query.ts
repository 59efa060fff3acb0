import { type ExecutionContext, SetMetadata } from '@nestjs/common';

const ANY_QUERY = 'stock-cycle:any-query';

/** The route looks at no query parameter, and refuses none: a page whose own program reads them. */
export const AnyQuery = (): MethodDecorator => SetMetadata(ANY_QUERY, true);

export function takesAnyQuery(context: ExecutionContext): boolean {
  return Reflect.hasMetadata(ANY_QUERY, context.getHandler());
}
