/** Every error of replication. Problems of a single object are reported as a condition on it instead; see `outcome.ts`. */
import { defineErrors } from '@kubewright/core/errors'

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
    remedy:
      "Use a unique DNS label and a client: `peers.add({ name: 'berlin', identity, client })`. To change the credential of a peer, use `rekey`.",
  },
  KW_REPLICATION_SCOPE: {
    summary: 'A cluster-scoped kind cannot be replicated.',
    cause:
      'Replicas live in the tenant namespace of their origin; objects without a namespace would share names with others.',
    remedy: 'Make the kind namespaced, or replicate a namespaced object that describes it.',
  },
  KW_REPLICATION_ANSWER: {
    summary: 'The responses of a peer do not match the requests.',
    cause:
      'The server, or a proxy in front of it, returns other objects than the requested ones, or another program changes a replica all the time.',
    remedy:
      'Check which server responds at the address of the peer: `kubectl --server ADDRESS version`. Find other writers in `managedFields` of the replica.',
  },
  KW_REPLICATION_OPTION: {
    summary: 'The definition of a replication is not valid.',
    cause: 'An option is missing, unknown, or has an invalid value.',
    remedy:
      "Use the documented options, for example `defineReplication({ name: 'subnets', resource: Subnet, destination: () => 'berlin' })`.",
  },
  KW_REPLICATION_CLOCK: {
    summary: 'The clocks of two clusters differ by minutes.',
    cause: 'One of them is not set by NTP, or its machine was suspended.',
    remedy:
      'Synchronise both clocks with NTP. Objects are still replicated, but credentials may expire early or not be valid yet.',
  },
  KW_REPLICATION_RESTORED: {
    summary: 'A peer was restored from a backup.',
    cause: 'Its resource versions are lower than before.',
    remedy:
      'Replicas are compared and written again. Check that controllers at the peer have recreated their children of the replicas.',
  },
  KW_REPLICATION_SECRET: {
    summary: 'A peer cannot be abandoned, because its identity is unknown.',
    cause:
      'The operator has not connected to the peer since it started, and the Secret of the peer has no annotation `kubewright.dev/cluster-identity`.',
    remedy:
      'Set its annotation `kubewright.dev/cluster-identity` to the UID of the namespace kube-system of that cluster. Finalizers of originals show the UID after the slash.',
  },
  KW_REPLICATION_SERVER: {
    summary: 'The address of an accepting cluster cannot be used.',
    cause:
      'It is not a URL, does not start with `https:`, or has a user name, a password, a query or a fragment. A token is sent there.',
    remedy: 'Use an address with `https:`, such as `https://berlin.example.dev:6443`.',
  },
  KW_REPLICATION_REVOKE: {
    summary: 'The access of another cluster cannot be revoked.',
    cause: 'Replicas of that cluster are still here, or another program created its tenant namespace.',
    remedy: 'Remove the peer in the sending cluster first, which deletes its replicas: `kubewright peer remove NAME`.',
  },
  KW_REPLICATION_RUNNING: {
    summary: 'A replicator can run only once.',
    cause: '`run` was called on a replicator that runs or has run.',
    remedy: 'Create another one with `createReplicator`.',
  },
  KW_REPLICATION_BUSY_PEER: {
    summary: 'A cluster that is still a peer cannot be abandoned.',
    cause: 'Its replicas can still be deleted in order, and would be created again.',
    remedy: 'Call `leave` to delete its replicas. If it no longer responds, call `remove` first, then `abandon`.',
  },
})
