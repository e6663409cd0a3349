/** Everything of `@kubewright/manager/state`, for projects that install only this package. */
export * from '@kubewright/manager/state'
