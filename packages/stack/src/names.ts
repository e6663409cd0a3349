/** Labels and annotations that a stack stores in a cluster. They must never change. */

/** On every object of a component: the name of the stack. */
export const stackLabel = 'stack.kubewright.dev/stack'

/** On every object of a component, and in its selectors: the name of the component. */
export const componentLabel = 'stack.kubewright.dev/component'

/** On a pod template: a digest of the configuration and the secrets that the pods read at start-up. */
export const configAnnotation = 'stack.kubewright.dev/config'

/** On a preserved ConfigMap: each new value accepts the current content as the one to preserve. */
export const acceptAnnotation = 'stack.kubewright.dev/accept'

/** On a preserved ConfigMap that a stack recreated after a deletion. */
export const restoredAnnotation = 'stack.kubewright.dev/restored-by'

/** On Jobs of upgrades: the target version. */
export const upgradeAnnotation = 'stack.kubewright.dev/upgrade'

/** On the workload of a component: the last applied version, if the stack has versions. */
export const versionAnnotation = 'stack.kubewright.dev/version'
