/** Every built-in kind. Everything of `@kubewright/kubernetes`, for projects that install this package alone. */
export * from '@kubewright/kubernetes'
