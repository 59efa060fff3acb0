export { SecretsModule } from './secrets.module';
export { Secrets } from './secrets';
