/** Everything of `@kubewright/core/cron`, for projects that install only this package. */
export * from '@kubewright/core/cron'
