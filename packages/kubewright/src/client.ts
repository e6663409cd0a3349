/** Talks to an API server. Everything of `@kubewright/client`, for projects that install this package alone. */
export * from '@kubewright/client'
