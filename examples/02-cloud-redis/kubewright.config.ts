import { defineConfig } from '@kubewright/cli'
import { CloudRedis } from './cloud-redis.ts'
import { cloudRedises } from './cloud-redises.ts'
import { LocalCloud } from './local-cloud.ts'

// Which cloud it is makes no difference to what the operator may do.
export default defineConfig({
  name: 'cloud-redis-operator',
  resources: [CloudRedis],
  controllers: [cloudRedises(new LocalCloud())],
})
