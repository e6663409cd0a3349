/** Everything of `@kubewright/core/random`, for projects that install only this package. */
export * from '@kubewright/core/random'
