/** Everything of `@kubewright/controller/clusters`, for projects that install only this package. */
export * from '@kubewright/controller/clusters'
