/** Every error of sharding. */
import { defineErrors } from '@kubewright/core'

export const shardingErrors = defineErrors({
  KW_SHARDING_NAME: {
    summary: 'A ring, a shard or the namespace of their leases has no name, or one that cannot be stored.',
    cause:
      'The names stand in labels and in the names of leases. One that comes from the environment may be missing there.',
    remedy: 'Use lower-case letters, digits and dashes, 63 at most; a pod name without dots is one.',
  },
  KW_SHARDING_OPTION: {
    summary: 'An option of a shard makes no sense.',
    cause: 'A number or a duration is out of its range, or a word is none of those it may be.',
    remedy: 'Correct what the message names.',
  },
  KW_SHARDING_GROUPS: {
    summary: 'A controller of groups cannot be shared out.',
    cause: 'The members of a group may be on several shards, which would all reconcile it at once.',
    remedy: 'Run it in a process of its own, with a leader.',
  },
  KW_SHARDING_LOST: {
    summary: 'The lease of a shard could not be kept.',
    cause: 'The API server did not answer in time, or the sharder gave the objects of this shard to others.',
    remedy: 'Start the process anew, which is what a Deployment or StatefulSet does.',
  },
  KW_SHARDING_UNKNOWN: {
    summary: 'A ring, or an object of it, cannot be shown.',
    cause: 'No shard has a lease in a ring of that name, or its controllers do not share out objects of that kind.',
    remedy: 'Choose one of those the message names; `kubewright shards` shows all rings.',
  },
  KW_SHARDING_NOT_HELD: {
    summary: 'A reconcile could not begin: the lease of the shard is not certain at this moment.',
    cause: 'The process stood still, or the last renewal has not been answered yet.',
    remedy: 'Nothing: the reconcile is tried again, here or by another shard.',
  },
})
