/** Everything of `@kubewright/manager/diagnostics`, for projects that install only this package. */
export * from '@kubewright/manager/diagnostics'
