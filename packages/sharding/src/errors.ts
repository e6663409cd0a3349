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
    cause: 'A number or duration is out of range, or a word is unknown.',
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
    cause: 'The API server did not respond in time, or the sharder has reassigned the objects of this shard.',
    remedy: 'Restart the process, as a Deployment or StatefulSet does.',
  },
  KW_SHARDING_CLUSTER_LOST: {
    summary: 'The lease of a cluster that this shard worked on could not be kept.',
    cause: 'The API server of the home cluster did not respond in time, or another shard holds the lease now.',
    remedy: 'No action is needed: the shard that holds the lease works on the cluster.',
  },
  KW_SHARDING_UNKNOWN: {
    summary: 'A ring, or an object of it, is unknown.',
    cause: 'No shard has a lease in a ring of that name, or the ring does not distribute objects of that kind.',
    remedy: 'Run `kubewright shards` to list all rings, and use one of the names in the message.',
  },
  KW_SHARDING_NOT_HELD: {
    summary: 'A reconcile was postponed because the lease of the shard may have expired.',
    cause: 'The process was paused, or the last renewal has not been confirmed yet.',
    remedy: 'No action is needed: the reconcile is retried, here or on another shard.',
  },
})
