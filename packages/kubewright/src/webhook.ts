/** Admission and conversion. Everything of `@kubewright/webhook`, for projects that install this package alone. */
export * from '@kubewright/webhook'
