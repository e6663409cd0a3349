/** Everything of `@kubewright/core/go`, for projects that install only this package. */
export * from '@kubewright/core/go'
