/** Everything of `@kubewright/client/calls`, for projects that install only this package. */
export * from '@kubewright/client/calls'
