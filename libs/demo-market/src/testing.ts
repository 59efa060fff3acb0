// For tests only: parts of the lib that its index does not export.
export { DEMO_EPOCH, createDemoMarket } from './domain/create-demo-market';
export type { DemoStock } from './domain/demo-market';
