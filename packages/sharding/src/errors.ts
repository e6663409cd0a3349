/** The errors of sharding. */
import { defineErrors } from '@kubewright/core/errors'

/** Factory and registry of the errors of this package, `KW_SHARDING_…`. */
export const shardingErrors = defineErrors({
  KW_SHARDING_NAME: {
    summary: 'The name of a ring, a shard or the lease namespace is not valid.',
    cause:
      'The name is empty (such as from an unset environment variable), too long, or has characters that labels and Lease names do not allow.',
    remedy: 'Use at most 63 lower-case letters, digits and dashes, for example the name of the pod without dots.',
  },
  KW_SHARDING_OPTION: {
    summary: 'An option of a shard is not valid.',
    cause: 'A number or duration is out of range, `mode` is unknown, or an option is misspelt or has the wrong type.',
    remedy:
      "Use the documented values, for example `shard({ ring: 'websites', namespace: 'web-system', identity: hostname() })`.",
  },
  KW_SHARDING_GROUPS: {
    summary: 'A controller with groups cannot be sharded.',
    cause: 'The members of a group can be on several shards, which would reconcile the group concurrently.',
    remedy: 'Run the controller in a program of its own with `leader(…)`.',
  },
  KW_SHARDING_LOST: {
    summary: 'A shard lost its lease.',
    cause:
      'The API server did not answer in time or rejected the renewal, or the sharder or another program took or deleted the lease.',
    remedy:
      'Restart the process, as a Deployment does. If two processes have the same shard name, give each a name of its own.',
  },
  KW_SHARDING_CLUSTER_LOST: {
    summary: 'The lease of a cluster that this shard worked on could not be kept.',
    cause:
      'The API server of the home cluster did not answer in time or rejected the renewal, or another shard held the lease meanwhile.',
    remedy: 'No action is needed: the next shard that acquires the lease works on the cluster.',
  },
  KW_SHARDING_UNKNOWN: {
    summary: 'The ring does not exist, or does not distribute the object.',
    cause:
      'No shard has a lease of that ring in the namespace, or the ring distributes neither the object nor one that owns it.',
    remedy:
      'Run `kubewright shards` to list all rings, and use a ring or kind that the message lists. For an owned object, name its owner.',
  },
  KW_SHARDING_NOT_HELD: {
    summary: 'A reconcile was postponed, because it is not certain yet that this shard may act on the object.',
    cause:
      'The lease may have expired or be lost, or the list or the cache of the shard does not show the current object yet.',
    remedy: 'No action is needed: the reconcile is retried, here or on another shard.',
  },
})
