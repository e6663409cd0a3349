/** Admission and conversion. Everything of `@kubewright/webhook`, for projects that install only this package. */
export * from '@kubewright/webhook'
