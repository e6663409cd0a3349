/** `kubewright shards`: which shard of a ring works on which objects, and why. */
import { defineCommand } from '../command/command.ts'
import { clusterOptions } from '../project/cluster-options.ts'

const options = {
  ring: { type: 'string', takes: 'NAME', help: 'Only this ring.' },
  namespace: { type: 'string', takes: 'NAME', help: 'Only rings whose leases are in this namespace.' },
  watch: { type: 'boolean', help: 'Refresh every two seconds, until Ctrl-C.' },
  ...clusterOptions,
} as const

export type ShardsOptions = typeof options

export const shardsCommand = defineCommand({
  name: 'shards',
  summary: 'Show the shards of sharded controllers, and which shard reconciles an object and why.',
  details: `Reads the leases of shards and the labels of objects, and applies the rules of the replicas: states, shares, objects of
each kind, and objects that are being moved. explain prints which shard may act on one object, and why.

The state of a shard depends on the time since its last renewal. The first report uses the times in its lease, which come
from another clock; with --watch, renewals are observed. kubewright dashboard shows the same in a browser.`,
  args: [
    { name: 'explain', help: 'Explain one object.', isOptional: true, choices: ['explain'] },
    { name: 'KIND', help: 'Its kind: website, deployments.apps.', isOptional: true },
    { name: 'NAMESPACE/NAME', help: 'The object; NAME alone if it has no namespace.', isOptional: true },
  ],
  options,
  examples: [
    { line: 'kubewright shards', says: 'All rings of the cluster' },
    { line: 'kubewright shards --ring websites --watch', says: 'See objects move' },
    { line: 'kubewright shards explain website default/blog', says: 'Which shard it belongs to, and why' },
  ],
  async run(input, terminal) {
    const { runShards } = await import('./run-shards.ts') // other commands need no client
    return runShards(input, terminal)
  },
})
