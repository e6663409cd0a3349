/** Everything of `@kubewright/core/containers`, for projects that install only this package. */
export * from '@kubewright/core/containers'
