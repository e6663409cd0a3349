export type {} from '@kubewright/core'
