/** Every error of replication. Problems of a single object are reported as a condition on it instead; see `outcome.ts`. */
import { defineErrors } from '@kubewright/core'

/** The errors of replication by code, and their factory. */
export const replicationErrors = defineErrors({
  KW_REPLICATION_IDENTITY: {
    summary: 'The identity of a cluster cannot be used.',
    cause: 'It is empty, too long, or has characters that the name of a namespace may not have.',
    remedy: 'Use the uid of the namespace kube-system of that cluster, which `clusterIdentity(client)` reads.',
  },
  KW_REPLICATION_PEER: {
    summary: 'A peer cannot be added, changed or removed.',
    cause: 'Its name is taken, unknown or malformed, or it has no client.',
    remedy: 'Correct what the message names. A peer with a new credential is re-keyed rather than added again.',
  },
  KW_REPLICATION_SCOPE: {
    summary: 'A cluster-scoped kind cannot be replicated.',
    cause:
      'Replicas live in the tenant namespace of their origin; objects without a namespace would share names with others.',
    remedy: 'Make the kind namespaced, or replicate a namespaced object that describes it.',
  },
  KW_REPLICATION_ANSWER: {
    summary: 'The answers of a peer do not fit what it was asked.',
    cause:
      'The server, or a proxy in front of it, answers with other objects than those it was asked for, or others change a replica without pause.',
    remedy: 'Look at what answers under the address of the peer, and at who else writes the replica.',
  },
  KW_REPLICATION_OPTION: {
    summary: 'A replication cannot be defined so.',
    cause: 'An option is missing, unknown, or has a value it cannot have.',
    remedy: 'Correct the option that the message names.',
  },
  KW_REPLICATION_CLOCK: {
    summary: 'The clocks of two clusters differ by minutes.',
    cause: 'One of them is not set by NTP, or its machine was suspended.',
    remedy: 'Set both clocks. Objects are replicated all the same; credentials may expire early, or not be valid yet.',
  },
  KW_REPLICATION_RESTORED: {
    summary: 'A peer was restored from a backup.',
    cause: 'Its resource versions are lower than before.',
    remedy:
      'Replication has started over with it. Check that the programs there have made again what they tie to the replicas.',
  },
  KW_REPLICATION_SECRET: {
    summary: 'The Secret of a peer cannot be used.',
    cause: 'It does not say which cluster it leads to, so nobody knows which replicas may stay behind there.',
    remedy:
      'Set its annotation `kubewright.dev/cluster-identity` to the UID of the namespace kube-system of that cluster.',
  },
  KW_REPLICATION_SERVER: {
    summary: 'The address of an accepting cluster cannot be used.',
    cause: 'It is no URL, has no TLS, or contains a credential. The other cluster sends its token there.',
    remedy: 'Use an address with `https:`, such as `https://berlin.example.dev:6443`.',
  },
  KW_REPLICATION_REVOKE: {
    summary: 'The rights of another cluster cannot be taken back.',
    cause: 'Replicas of that cluster are still here, or its tenant namespace was made by somebody else.',
    remedy: 'Remove the peer in the cluster that sends first: that deletes its replicas.',
  },
  KW_REPLICATION_RUNNING: {
    summary: 'A replicator can run only once.',
    cause: '`run` was called on a replicator that runs or has run.',
    remedy: 'Create another one with `createReplicator`.',
  },
  KW_REPLICATION_BUSY_PEER: {
    summary: 'A peer that is still connected cannot be abandoned.',
    cause: 'Its replicas can still be deleted in order, and would be created again.',
    remedy:
      'Call `leave` to delete its replicas; if it does not answer any more, `remove` it first and abandon it then.',
  },
})
