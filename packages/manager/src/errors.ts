/** The errors of the manager. */
import { defineErrors } from '@kubewright/core/errors'

/** Factory and registry of the errors of this package, `KW_MANAGER_…`. */
export const managerErrors = defineErrors({
  KW_MANAGER_OPTION: {
    summary: 'An option of the manager is not valid.',
    cause:
      'A value in the code, an environment variable or a flag is missing, has the wrong type or is out of range, or its name is unknown.',
    remedy: 'Use the documented type, for example `health: { port: 8081 }` or `KUBEWRIGHT_LOG_LEVEL=debug`.',
  },
  KW_MANAGER_NAME_TAKEN: {
    summary: 'Two controllers, or two runnables, of one process have the same name.',
    cause:
      'Metrics, logs, events and field managers identify a controller by its name; logs identify a runnable by its name.',
    remedy: 'Rename one of them, or run them in two processes.',
  },
  KW_MANAGER_UNKNOWN_CONTROLLER: {
    summary: 'The manager has no controller of that name.',
    cause: 'It was never added, was removed, or its name is misspelled.',
    remedy: 'Use one of the names that the message lists.',
  },
  KW_MANAGER_STATE: {
    summary: 'The manager is in a state that does not allow this call.',
    cause: 'A manager runs once: `run` was called a second time, or the manager has ended.',
    remedy: 'Create another manager.',
  },
  KW_MANAGER_PORT: {
    summary: 'A port cannot be opened.',
    cause: 'Another program listens on it, or this process lacks the privilege.',
    remedy: 'Choose another port, or 0 for any free one.',
  },
  KW_MANAGER_CERTIFICATE: {
    summary: 'The serving certificate for metrics cannot be used.',
    cause: 'A file is missing or unreadable, or the certificate and the key do not match.',
    remedy: 'Mount the Secret that holds them, or leave `metrics.tls` out to generate a certificate at the start.',
  },
  KW_MANAGER_STUCK: {
    summary: 'Reconciles or runnables continued after they were aborted.',
    cause: 'They ignore `ctx.signal`, or the signal that `run` of a runnable receives.',
    remedy:
      "Pass `ctx.signal` to every call that can block. End the process, because its writes can collide with the next leader's.",
  },
  KW_MANAGER_MAY_NOT_ACT: {
    summary: 'A write was rejected, because this process does not hold the lease that allows it.',
    cause: 'It lost the lease, or another replica holds it, and a reconcile continued.',
    remedy:
      'No action is needed: the replica that holds the lease does the work. Pass `ctx.signal` to calls that can block.',
  },
  KW_MANAGER_METRIC: {
    summary: 'Two different metrics have the same name.',
    cause: 'They differ in type or labels.',
    remedy: 'Give one of them another name.',
  },
  KW_MANAGER_CLUSTER_NAME: {
    summary: 'A cluster name is not valid.',
    cause: 'Another cluster has the name, it is `home`, or it is not a DNS subdomain.',
    remedy:
      'Use lower-case letters, digits, dashes and dots: `east-1`. To change the connection of a cluster, use `replace`.',
  },
  KW_MANAGER_CLUSTER_UNKNOWN: {
    summary: 'The cluster is unknown or not connected.',
    cause: 'The name is misspelled, the cluster was never added or was removed, or its connection is not established.',
    remedy:
      'Use one of the names that the message lists. For a cluster that is not connected, read the reason in `manager.clusters.states`.',
  },
  KW_MANAGER_CLUSTER_IDENTITY: {
    summary: 'A connection leads to another cluster than expected.',
    cause:
      'The kubeconfig is for another cluster, the address was reassigned, or the cluster was reinstalled or reports no valid identity.',
    remedy:
      'Correct the connection. To use the name for another cluster, remove the cluster, add it again, and update the pinned identity.',
  },
  KW_MANAGER_CLUSTER_TWICE: {
    summary: 'Two names refer to the same cluster.',
    cause:
      'Two connections lead to the same cluster, or one leads to the home cluster. Its objects would be reconciled twice.',
    remedy: 'Remove one of the two connections.',
  },
  KW_MANAGER_CLUSTER_LABEL: {
    summary: 'The identity of a cluster is unknown.',
    cause:
      'The identity is read from the label `kubewright.dev/cluster-identity` of the configured namespace (`identityNamespace`, or the annotation `kubewright.dev/cluster-identity-namespace` of the Secret), and that namespace has no such label.',
    remedy:
      'Have an administrator of that cluster set the label to the UID of its namespace `kube-system`; `kubewright peer accept` does.',
  },
  KW_MANAGER_CLUSTER_GONE: {
    summary: 'The cluster was removed from the manager, or has a new connection.',
    cause: 'A reconcile continued, or a call waited, after the cluster was removed.',
    remedy: 'No action is needed. Pass `ctx.signal` to calls that can block, so that they end with the reconcile.',
  },
  KW_MANAGER_CLUSTER_SHARDED: {
    summary: 'A runnable, or a controller for other clusters, would run in every replica at the same time.',
    cause:
      'With sharding every replica is active, so a runnable would run in each of them. So would controllers of other clusters: this coordinator divides only the home cluster, because it does not implement `clusters`.',
    remedy:
      'Run a runnable in a program of its own with `leader(…)`. For controllers use `shard(…)`, which also divides the other clusters, or implement `clusters` in your coordinator.',
  },
  KW_MANAGER_KUBECONFIG: {
    summary: 'A kubeconfig from a Secret cannot be used.',
    cause:
      'It is missing or malformed, or uses an exec plugin, a file path, an auth provider, `insecure-skip-tls-verify` or an address without https, none of which is accepted from a Secret.',
    remedy:
      'Write a kubeconfig with an https address, the certificates as data, and a token or a client certificate as data.',
  },
})
