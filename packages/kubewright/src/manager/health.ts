/** Everything of `@kubewright/manager/health`, for projects that install only this package. */
export * from '@kubewright/manager/health'
