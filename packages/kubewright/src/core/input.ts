/** Everything of `@kubewright/core/input`, for projects that install only this package. */
export * from '@kubewright/core/input'
