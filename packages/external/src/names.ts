/** Names that external controllers store in a cluster. Public API: tools and users may rely on them. */

/** Permitted actions: the initials of create, update and delete. See `parseAccess`. */
export const accessAnnotation = 'kubewright.dev/access-permissions'

/** The external name of the resource, where its provider assigned it. Set it to adopt an existing resource. */
export const externalNameAnnotation = 'kubewright.dev/external-name'

/** The creation record of the external resource. Written before and after the call. See `parseCreation`. */
export const creationAnnotation = 'kubewright.dev/external-creation'

/** The spec of the last create or update, as JSON. */
export const lastAppliedAnnotation = 'kubewright.dev/last-applied-spec'

/** The operation in progress at the provider, and the call that started it. See `parseOperation`. Remove it to stop waiting. */
export const operationAnnotation = 'kubewright.dev/external-operation'

/** Set to `true` to adopt a resource that existed before the object. */
export const adoptAnnotation = 'kubewright.dev/adopt'

/** The poll interval of this object: `5m`. Never below the controller's minimum. */
export const pollAnnotation = 'kubewright.dev/poll-interval'

/** Any new value requests an observation now; `status.handledRequest` holds the last one handled. */
export const requestAnnotation = 'kubewright.dev/reconcile-requested-at'
