// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, LabelExpression } from '@kubewright/core'
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  Condition,
  DeleteOptions,
  FieldSelectorRequirement,
  LabelSelector,
  OwnerReference,
  Preconditions,
} from '../../meta/v1.ts'
import * as schemas from '../../structural/meta/v1.ts'

export const condition = (): StructuralType<Condition> => structural(schemas.Condition)

export const deleteOptions = (): StructuralType<DeleteOptions> => structural(schemas.DeleteOptions)

export const fieldSelectorRequirement = (): StructuralType<FieldSelectorRequirement> =>
  structural(schemas.FieldSelectorRequirement)

export const labelSelector = (): StructuralType<LabelSelector> => structural(schemas.LabelSelector)

export const labelSelectorRequirement = (): StructuralType<LabelExpression> =>
  structural(schemas.LabelSelectorRequirement)

export const objectMeta = (): StructuralType<AuthoredMeta> => structural(schemas.ObjectMeta)

export const ownerReference = (): StructuralType<OwnerReference> => structural(schemas.OwnerReference)

export const preconditions = (): StructuralType<Preconditions> => structural(schemas.Preconditions)
