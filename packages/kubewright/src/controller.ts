/** From events to reconciles. Everything of `@kubewright/controller`, for projects that install only this package. */
export * from '@kubewright/controller'
