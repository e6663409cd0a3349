/** Everything of `@kubewright/core/errors`, for projects that install only this package. */
export * from '@kubewright/core/errors'
