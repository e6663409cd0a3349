/** The configuration of this operator for the `kubewright` command. `WEBHOSTING_COORDINATION=shard` makes it one of many shards. */
import { defineConfig } from '@kubewright/cli'
import { operatorWith } from './src/operator.ts'
import { readSettings } from './src/settings.ts'

const settings = readSettings([], process.env)
const { coordination } = settings

export default defineConfig({
  // Shards are named after their pods. A fixed identity keeps the generated files independent of the machine.
  ...operatorWith({ ...settings, manager: { identity: 'webhosting-operator' } }),
  image: 'registry.example.dev/webhosting-operator:0.1.0',
  deployment: {
    replicas: { alone: 1, leader: 2, shard: 3 }[coordination],
    environment: { WEBHOSTING_COORDINATION: coordination },
  },
})
