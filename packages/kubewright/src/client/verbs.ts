/** Everything of `@kubewright/client/verbs`, for projects that install only this package. */
export * from '@kubewright/client/verbs'
