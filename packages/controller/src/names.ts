/** Names that controllers store in a cluster. Public: tools and people may rely on them. */

/** Set to `true` on an object to stop its reconciles; anything else, or nothing, lets them go on. */
export const pausedAnnotation = 'kubewright.dev/paused'

/** On objects that `ctx.own` made: the name of the controller that did. Only what bears it is ever pruned. */
export const controllerAnnotation = 'kubewright.dev/controller'
