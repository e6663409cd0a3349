/** Everything of `@kubewright/resource/crd`, for projects that install only this package. */
export * from '@kubewright/resource/crd'
