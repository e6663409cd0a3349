/** Everything of `@kubewright/manager/access`, for projects that install only this package. */
export * from '@kubewright/manager/access'
