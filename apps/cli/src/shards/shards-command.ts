/** `kubewright shards`: which shard of a ring works on which objects, and why. */
import { defineCommand } from '../command/command.ts'
import { clusterOptions } from '../project/cluster-options.ts'

const options = {
  ring: { type: 'string', takes: 'NAME', help: 'Only this ring.' },
  namespace: { type: 'string', takes: 'NAME', help: 'Only rings whose leases are in this namespace.' },
  watch: { type: 'boolean', help: 'Look again every two seconds, until Ctrl-C.' },
  ...clusterOptions,
} as const

export type ShardsOptions = typeof options

export const shardsCommand = defineCommand({
  name: 'shards',
  summary: 'Show who works on what where replicas share the work, and why.',
  details: `Reads the leases of shards and the marks on objects, and judges them as the replicas do: states, shares, objects of
each kind, and what is on the move. explain says who may act on one object, and why it is that shard.

States follow from how long nothing was heard of a shard. The first look has only the times in its lease to go by, which are
of another clock; with --watch it is what was seen. kubewright dashboard shows the same in a browser.`,
  args: [
    { name: 'explain', help: 'Explain one object.', isOptional: true, choices: ['explain'] },
    { name: 'KIND', help: 'Its kind: website, deployments.apps.', isOptional: true },
    { name: 'NAMESPACE/NAME', help: 'The object; NAME alone if it has no namespace.', isOptional: true },
  ],
  options,
  examples: [
    { line: 'kubewright shards', says: 'All rings of the cluster' },
    { line: 'kubewright shards --ring websites --watch', says: 'See objects move' },
    { line: 'kubewright shards explain website default/blog', says: 'Whose it is, and why' },
  ],
  async run(input, terminal) {
    const { runShards } = await import('./run-shards.ts') // other commands need no client
    return runShards(input, terminal)
  },
})
