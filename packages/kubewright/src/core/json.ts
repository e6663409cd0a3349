/** Everything of `@kubewright/core/json`, for projects that install only this package. */
export * from '@kubewright/core/json'
