/** Everything of `@kubewright/controller/definition`, for projects that install only this package. */
export * from '@kubewright/controller/definition'
