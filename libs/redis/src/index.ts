export { redisOf, redisOptions } from './redis-of';
