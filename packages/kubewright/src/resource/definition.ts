/** Everything of `@kubewright/resource/definition`, for projects that install only this package. */
export * from '@kubewright/resource/definition'
