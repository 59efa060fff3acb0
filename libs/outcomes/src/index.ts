export { DEFAULT_COSTS } from './domain/costs';
export { hasLeft } from './domain/has-left';
