/** Runs controllers in one process. Everything of `@kubewright/manager`, for projects that install only this package. */
export * from '@kubewright/manager'
