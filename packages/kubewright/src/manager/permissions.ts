/** Everything of `@kubewright/manager/permissions`, for projects that install only this package. */
export * from '@kubewright/manager/permissions'
