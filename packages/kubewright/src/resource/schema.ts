/** Everything of `@kubewright/resource/schema`, for projects that install only this package. */
export * from '@kubewright/resource/schema'
