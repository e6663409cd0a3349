/** Names that a stack stores in a cluster. They never change. */

/** On every object of a component: the name of the stack. */
export const stackLabel = 'stack.kubewright.dev/stack'

/** On every object of a component, and in its selectors: the name of the component. */
export const componentLabel = 'stack.kubewright.dev/component'

/** On a pod template: a digest of the configuration and the secrets that the pods read when they start. */
export const configAnnotation = 'stack.kubewright.dev/config'

/** On a preserved ConfigMap: each new value says that its present content is the one to preserve from now on. */
export const acceptAnnotation = 'stack.kubewright.dev/accept'

/** On a preserved ConfigMap that a stack made again after somebody deleted it. */
export const restoredAnnotation = 'stack.kubewright.dev/restored-by'

/** On Jobs of upgrades: the version that they prepare or complete. */
export const upgradeAnnotation = 'stack.kubewright.dev/upgrade'

/** On the workload of a component: the version it was last applied in, where the stack has versions. */
export const versionAnnotation = 'stack.kubewright.dev/version'
