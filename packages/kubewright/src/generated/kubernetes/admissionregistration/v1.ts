// Made by `npm run generate:kubernetes`; edits are lost.
export * from '@kubewright/kubernetes/admissionregistration/v1'
