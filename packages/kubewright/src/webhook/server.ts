/** Everything of `@kubewright/webhook/server`, for projects that install only this package. */
export * from '@kubewright/webhook/server'
