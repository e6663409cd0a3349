/** Names this operator stores in a cluster, or looks for there. Public: people and tools may rely on them. */

/** The API group of Theme and Website. */
export const group = 'webhosting.kubewright.dev'

/** The operator's own name: in labels of what it makes, in its lease, in its manifests. */
export const operatorName = 'webhosting-operator'

/** Where it is installed, and where its leases are. */
export const operatorNamespace = 'webhosting-system'

/** On namespaces that hold the websites of a customer, with the value `true`. */
export const projectLabel = 'webhosting.kubewright.dev/project'

/** On a Website, with any value: everything is made but nothing runs. For load tests, where pods would cost too much. */
export const skipWorkloadLabel = 'webhosting.kubewright.dev/skip-workload'

/** A change of it is a reconcile, and nothing else. For load tests; every other annotation does the same. */
export const reconcileAnnotation = 'webhosting.kubewright.dev/experiment-reconcile'

/** On the pods of a webserver: what they serve. When it changes, they are replaced. */
export const checksumAnnotation = 'checksum/configmap'

/** The class of Ingresses that no controller shall serve. */
export const fakeIngressClass = 'fake'
