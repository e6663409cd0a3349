/** Leader election. Everything of `@kubewright/lease`, for projects that install only this package. */
export * from '@kubewright/lease'
