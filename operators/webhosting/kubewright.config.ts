/** What the `kubewright` command knows about this operator. `WEBHOSTING_COORDINATION=shard` makes it one of many shards. */
import { defineConfig } from '@kubewright/cli'
import { operatorWith } from './src/operator.ts'
import { readSettings } from './src/settings.ts'

const settings = readSettings([], process.env)
const { coordination } = settings

export default defineConfig({
  // Shards are named after their pods; what is generated does not depend on where.
  ...operatorWith({ ...settings, manager: { identity: 'webhosting-operator' } }),
  image: 'registry.example.dev/webhosting-operator:0.1.0',
  deployment: {
    replicas: { alone: 1, leader: 2, shard: 3 }[coordination],
    environment: { WEBHOSTING_COORDINATION: coordination },
  },
})
