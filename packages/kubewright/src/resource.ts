/** Custom resources from one definition. Everything of `@kubewright/resource`, for projects that install this package alone. */
export * from '@kubewright/resource'
