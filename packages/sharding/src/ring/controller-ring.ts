/**
 * `ControllerRing`: a ring as an object in the cluster. Its status shows the state of the leading sharder; its spec overrides
 * the options of the replicas. Optional: sharding works without its CustomResourceDefinition.
 *
 * It has the name of the ring and is in the namespace of the leases. The leader creates it if the CRD is installed.
 *
 * See decision 0194.
 */
import { atomicList, defineResource, duration, listMap, mapOf, type ObjectOf, withRules } from '@kubewright/resource'
import { z } from 'zod'
import { shardStates } from './shard-state.ts'

const requirement = withRules(
  z.object({
    key: z.string().min(1).max(317).describe('The label.'),
    operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']).describe("How the label's value is compared."),
    values: atomicList(z.string().max(63)).max(64).optional().describe('The values, for In and NotIn.'),
  }),
  [
    {
      rule: "(self.operator in ['In', 'NotIn']) == (has(self.values) && size(self.values) > 0)",
      message: 'In and NotIn need values, Exists and DoesNotExist have none',
    },
  ],
)

const selector = z.object({
  matchLabels: mapOf(z.string().max(63), { max: 64 })
    .optional()
    .describe('Required labels and their values; all must match.'),
  matchExpressions: atomicList(requirement).max(64).optional().describe('Further requirements; all must match.'),
})

const spec = z.object({
  concurrentMoves: z.int().min(1).max(10_000).optional().describe('The limit of objects that are moved concurrently.'),
  drainWithin: duration()
    .optional()
    .describe('Time limit of a running reconcile once its object is being drained; then the reconcile is aborted.'),
  reserveFor: duration()
    .optional()
    .describe('How long the objects of a stopped shard stay reserved for a new shard of the same name.'),
  syncEvery: duration().optional().describe('How often all objects are listed again (resync).'),
  namespaceSelector: selector.optional().describe('Selects the namespaces whose objects are sharded. Default: all.'),
})

const shardStatus = z.object({
  name: z.string().describe('The shard.'),
  state: z
    .enum(shardStates)
    .describe('The state that follows from its last renewal: ready, expired, uncertain, dead or orphaned.'),
  share: z.string().describe('Its share of the ring, such as 33.1%; 0% if it is not on the ring.'),
  objects: z.int().min(0).describe('Number of objects assigned to it, on which no other shard may act.'),
})

const moveStatus = z.object({
  kind: z.string().describe('The kind of the object, such as Deployment.apps.'),
  namespace: z.string().optional().describe('Its namespace.'),
  name: z.string().describe('Its name.'),
  from: z.string().optional().describe('The shard that may act on it now.'),
  to: z.string().optional().describe('The shard that it moves to.'),
  since: z.iso.datetime().describe('When the sharder found that the object must move.'),
})

const status = z.object({
  leader: z.string().optional().describe('The sharder: the process that assigns objects.'),
  shards: listMap(shardStatus, ['name']).optional().describe('The shards, by name.'),
  readyShards: z.int().min(0).optional().describe('Number of ready shards.'),
  objects: z.int().min(0).optional().describe('Number of sharded objects.'),
  moving: z
    .int()
    .min(0)
    .optional()
    .describe('Number of objects that have been off their shard for five seconds or longer.'),
  moves: atomicList(moveStatus).max(20).optional().describe('The longest unfinished moves, at most twenty.'),
})

/** A ring, its configuration and its state. */
export const ControllerRing = defineResource({
  group: 'sharding.kubewright.dev',
  version: 'v1alpha1',
  kind: 'ControllerRing',
  scope: 'Namespaced',
  shortNames: ['ring', 'rings'],
  description:
    'A ring of replicas that divide the objects of their controllers. The replicas create it; its spec overrides their options.',
  spec: spec.default({}),
  status,
  conditions: ['Ready', 'Balanced', 'Configured'],
  columns: {
    Ready: '.status.conditions[?(@.type=="Ready")].status',
    Balanced: '.status.conditions[?(@.type=="Balanced")].status',
    Shards: { path: '.status.readyShards', type: 'integer' },
    Objects: { path: '.status.objects', type: 'integer' },
    Moving: { path: '.status.moving', type: 'integer' },
  },
  rules: [
    {
      rule: "self.metadata.name.matches('^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$')",
      message: 'is named after its ring: lower-case letters, digits and dashes, 63 at most',
    },
  ],
})
export type ControllerRing = ObjectOf<typeof ControllerRing>
