/** Everything of `@kubewright/client/connection`, for projects that install only this package. */
export * from '@kubewright/client/connection'
