/** Everything of `@kubewright/manager/settings`, for projects that install only this package. */
export * from '@kubewright/manager/settings'
