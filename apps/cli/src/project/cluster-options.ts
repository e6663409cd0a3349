/** Options of commands that use a cluster. The default is the cluster of kubectl. */
export const clusterOptions = {
  kubeconfig: {
    type: 'string',
    takes: 'FILE',
    help: 'Look at this cluster, not at that of KUBECONFIG or ~/.kube/config.',
  },
  context: { type: 'string', takes: 'NAME', help: 'Look at the cluster of this context.' },
} as const
