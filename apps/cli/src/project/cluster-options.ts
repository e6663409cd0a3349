/** Options of commands that use a cluster. The default is the cluster of kubectl. */
export const clusterOptions = {
  kubeconfig: {
    type: 'string',
    takes: 'FILE',
    help: 'The kubeconfig of the cluster. Default: KUBECONFIG or ~/.kube/config',
  },
  context: { type: 'string', takes: 'NAME', help: 'The context of the kubeconfig.' },
} as const
