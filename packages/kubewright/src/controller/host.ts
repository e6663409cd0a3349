/** Everything of `@kubewright/controller/host`, for projects that install only this package. */
export * from '@kubewright/controller/host'
