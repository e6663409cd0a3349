/** Everything of `@kubewright/core/certificates`, for projects that install only this package. */
export * from '@kubewright/core/certificates'
