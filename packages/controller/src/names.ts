/** Names that controllers store in a cluster. Public API: tools and users may rely on them. */

/** Set to `true` on an object to pause its reconciles; any other value, or none, resumes them. */
export const pausedAnnotation = 'kubewright.dev/paused'

/** On objects that `ctx.own` created: the name of the controller. Only objects with this annotation are ever pruned. */
export const controllerAnnotation = 'kubewright.dev/controller'
