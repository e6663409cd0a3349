/** Everything of `@kubewright/webhook/configuration`, for projects that install only this package. */
export * from '@kubewright/webhook/configuration'
