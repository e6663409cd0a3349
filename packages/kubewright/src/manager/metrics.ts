/** Everything of `@kubewright/manager/metrics`, for projects that install only this package. */
export * from '@kubewright/manager/metrics'
