/** Everything of `@kubewright/core/time`, for projects that install only this package. */
export * from '@kubewright/core/time'
