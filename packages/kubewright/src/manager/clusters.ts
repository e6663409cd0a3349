/** Everything of `@kubewright/manager/clusters`, for projects that install only this package. */
export * from '@kubewright/manager/clusters'
