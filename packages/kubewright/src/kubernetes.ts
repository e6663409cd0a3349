/** The built-in kinds. Everything of `@kubewright/kubernetes`, for projects that install only this package. */
export * from '@kubewright/kubernetes'
