// Made by `npm run generate:kubernetes`; edits are lost.
export * from '@kubewright/kubernetes/schemas/autoscaling/v2'
