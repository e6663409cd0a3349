/** The API client. Everything of `@kubewright/client`, for projects that install only this package. */
export * from '@kubewright/client'
