/** Fields that are never owned: they identify the object or belong to the server. */
import { FieldSet } from './field-set.ts'

const ofMetadata = [
  'name',
  'namespace',
  'creationTimestamp',
  'selfLink',
  'uid',
  'clusterName',
  'generation',
  'managedFields',
  'resourceVersion',
]

export const untracked = FieldSet.fromPaths([
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...ofMetadata.map((field) => ['f:metadata', `f:${field}`]),
])
