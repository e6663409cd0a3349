import { defineConfig } from '@kubewright/cli'
import { CloudRedis } from './cloud-redis.ts'
import { cloudRedises } from './cloud-redises.ts'
import { LocalCloud } from './local-cloud.ts'

// The RBAC rules do not depend on the cloud, so the local one will do.
export default defineConfig({
  name: 'cloud-redis-operator',
  resources: [CloudRedis],
  controllers: [cloudRedises(new LocalCloud())],
})
