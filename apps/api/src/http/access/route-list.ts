import { type INestApplicationContext, Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ACCESS, type Access } from './access';

export interface RouteEntry {
  method: string;
  /** As declared, with `:id` for parameters. */
  path: string;
  handler: string;
  access: Access;
}

/** Knows every route and what it asks of its caller. The program doesn't start where a route says nothing. */
@Injectable()
export class RouteList implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    this.all();
  }

  /** @throws Error naming the routes without a decorator. */
  all(): RouteEntry[] {
    const found = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (metatype ? this.listRoutesOf(metatype) : []));
    const open = found.filter((route) => route.access === undefined).map((route) => route.handler);
    if (open.length > 0) {
      throw new Error(`routes without @Public(), @Authenticated() or @Administrator(): ${open.join(', ')}`);
    }
    return found.filter((route): route is RouteEntry => route.access !== undefined);
  }

  private listRoutesOf(controller: {
    name: string;
    prototype?: object;
  }): (Omit<RouteEntry, 'access'> & { access?: Access })[] {
    const prototype = controller.prototype as Record<string, object>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method = prototype[name];
      if (method === undefined || !Reflect.hasMetadata(PATH_METADATA, method)) return [];
      const verb = RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod];
      const access = (Reflect.getMetadata(ACCESS, method) ?? Reflect.getMetadata(ACCESS, controller)) as
        Access | undefined;
      const base: unknown = Reflect.getMetadata(PATH_METADATA, controller);
      return [Reflect.getMetadata(PATH_METADATA, method) as string | string[]].flat().map((path) => ({
        method: verb,
        path: joinPaths(base, path),
        handler: `${controller.name}.${name}`,
        ...(access === undefined ? {} : { access }),
      }));
    });
  }
}

/** Every route of an API application with its access rule, in the order of declaration. */
export function listRoutes(app: INestApplicationContext): RouteEntry[] {
  return app.get(RouteList).all();
}

function joinPaths(...parts: unknown[]): string {
  return `/${parts
    .flatMap((part) => String(part).split('/'))
    .filter((part) => part !== '')
    .join('/')}`;
}
