/** Custom resources from one definition. Everything of `@kubewright/resource`, for projects that install only this package. */
export * from '@kubewright/resource'
