/** Everything of `@kubewright/core/metrics`, for projects that install only this package. */
export * from '@kubewright/core/metrics'
