/** Names that external controllers store in a cluster. Public: tools and people may rely on them. */

/** What may be done outside: the initials of create, update and delete. See `parseAccess`. */
export const accessAnnotation = 'kubewright.dev/access-permissions'

/** What the external resource is called outside, where its provider chose the name. Set it to take over what exists. */
export const externalNameAnnotation = 'kubewright.dev/external-name'

/** How far the creation of the external resource got. Written before the call and after it. See `parseCreation`. */
export const creationAnnotation = 'kubewright.dev/external-creation'

/** The spec that the last create or update was made from, as JSON. */
export const lastAppliedAnnotation = 'kubewright.dev/last-applied-spec'

/** What is under way at the provider, and what began it. See `parseOperation`. Remove it, and nobody waits for that any more. */
export const operationAnnotation = 'kubewright.dev/external-operation'

/** Set to `true` to take over a resource that was there before the object. */
export const adoptAnnotation = 'kubewright.dev/adopt'

/** How often this one is looked at when nothing changes: `5m`. Never more often than the controller allows. */
export const pollAnnotation = 'kubewright.dev/poll-interval'

/** Any new value asks for a look now; `status.handledRequest` says which one was the last to be heard. */
export const requestAnnotation = 'kubewright.dev/reconcile-requested-at'
