/** Everything of `@kubewright/resource/conversion`, for projects that install only this package. */
export * from '@kubewright/resource/conversion'
