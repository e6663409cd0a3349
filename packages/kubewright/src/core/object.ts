/** Everything of `@kubewright/core/object`, for projects that install only this package. */
export * from '@kubewright/core/object'
