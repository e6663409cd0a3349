/** From events to reconciles. Everything of `@kubewright/controller`, for projects that install this package alone. */
export * from '@kubewright/controller'
