/** Who may act. Everything of `@kubewright/lease`, for projects that install this package alone. */
export * from '@kubewright/lease'
