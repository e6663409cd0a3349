/** Everything of `@kubewright/core/tasks`, for projects that install only this package. */
export * from '@kubewright/core/tasks'
