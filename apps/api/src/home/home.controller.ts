import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Public, RawReply } from '../http';
import { landingPage } from './landing-page';

@ApiExcludeController()
@Controller()
export class HomeController {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  @Get('/')
  @Public()
  @RawReply()
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return landingPage({ demo: this.config.marketSource === 'demo' });
  }
}
