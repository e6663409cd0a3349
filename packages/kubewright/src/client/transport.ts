/** Everything of `@kubewright/client/transport`, for projects that install only this package. */
export * from '@kubewright/client/transport'
