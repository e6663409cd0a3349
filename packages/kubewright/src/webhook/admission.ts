/** Everything of `@kubewright/webhook/admission`, for projects that install only this package. */
export * from '@kubewright/webhook/admission'
