/** The exports of this example for other operators. */
export { cloudFromEnvironment } from './cloud-from-environment.ts'
export { CloudRedis } from './cloud-redis.ts'
export { cloudRedises } from './cloud-redises.ts'
export { LocalCloud } from './local-cloud.ts'
export { startStandInRedis } from './redis-server.ts'
