export type { components, paths } from '../../../../packages/client/openapi';
