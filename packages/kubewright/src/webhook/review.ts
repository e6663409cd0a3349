/** Everything of `@kubewright/webhook/review`, for projects that install only this package. */
export * from '@kubewright/webhook/review'
