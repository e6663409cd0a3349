/**
 * The built-in kinds of Kubernetes as typed handles: `client.get(Deployment, …)`.
 *
 * Each kind is here once, in the version an API server prefers. Every served version, and the types that kinds share
 * (Container, PodSpec, …), are below `@kubewright/kubernetes/<group>/<version>`.
 */
export type { BuiltIn, BuiltInTypes, SubresourceBody, Verb } from './built-in.ts'
// A wildcard: the generator owns the list of names.
export * from './generated/kinds.ts'
