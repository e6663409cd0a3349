/** Names that this operator stores in a cluster, or reads there. Public API: people and tools may rely on them. */

/** The API group of Theme and Website. */
export const group = 'webhosting.kubewright.dev'

/** The operator's name in labels, in its lease and in its manifests. */
export const operatorName = 'webhosting-operator'

/** The namespace of the operator and its leases. */
export const operatorNamespace = 'webhosting-system'

/** Marks namespaces with the websites of a customer. The value is `true`. */
export const projectLabel = 'webhosting.kubewright.dev/project'

/** On a Website, with any value: everything is created but no pods run. For load tests, where pods would cost too much. */
export const skipWorkloadLabel = 'webhosting.kubewright.dev/skip-workload'

/** A change of it triggers a reconcile and nothing else, like any other annotation. For load tests. */
export const reconcileAnnotation = 'webhosting.kubewright.dev/experiment-reconcile'

/** On the pods of a webserver: a checksum of their content. A change replaces them. */
export const checksumAnnotation = 'checksum/configmap'

/** The class of Ingresses that no controller serves. */
export const fakeIngressClass = 'fake'
