/** Everything of `@kubewright/core/selectors`, for projects that install only this package. */
export * from '@kubewright/core/selectors'
