import { Controller, Get, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Authenticated, Public } from './access';
import { listRoutes, RouteList } from './route-list';

@Controller('/guarded')
@Authenticated()
class GuardedController {
  @Get(':id')
  get(): string {
    return '';
  }

  @Get()
  @Public()
  list(): string {
    return '';
  }
}

@Controller('/open')
class OpenController {
  @Get()
  forgotten(): string {
    return '';
  }
}

@Module({ imports: [DiscoveryModule], controllers: [GuardedController], providers: [RouteList] })
class GuardedModule {}

@Module({ imports: [DiscoveryModule], controllers: [GuardedController, OpenController], providers: [RouteList] })
class OpenModule {}

const boot = (module: Type) => NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });

describe('RouteList', () => {
  it('lists every route with its access; the method wins over the class', async () => {
    const app = await boot(GuardedModule);
    expect(listRoutes(app)).toEqual([
      {
        method: 'GET',
        path: '/guarded/:id',
        handler: 'GuardedController.get',
        access: { level: 'authenticated', keys: 'administrator' },
      },
      { method: 'GET', path: '/guarded', handler: 'GuardedController.list', access: { level: 'public' } },
    ]);
    await app.close();
  });

  it('stops the start at a route without an access rule', async () => {
    await expect(boot(OpenModule)).rejects.toThrow('OpenController.forgotten');
  });
});
