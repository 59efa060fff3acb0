export { loadConfig, MAX_DRAIN_LANES } from './app-config';
export type { AppConfig, MarketSource, TushareSettings } from './app-config';
export { childEnvironment } from './child-environment';
export { APP_CONFIG, ConfigModule } from './config.module';
export { ConfigError } from './env-reader';
export type { Environment } from './env-reader';
export { isLoopback } from './hosts';
export { operatorLanguage } from './operator-language';
export type { TracingSettings } from './tracing-settings';
