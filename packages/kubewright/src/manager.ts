/** One process of controllers. Everything of `@kubewright/manager`, for projects that install this package alone. */
export * from '@kubewright/manager'
