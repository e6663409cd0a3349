/** Everything of `@kubewright/core/quantities`, for projects that install only this package. */
export * from '@kubewright/core/quantities'
