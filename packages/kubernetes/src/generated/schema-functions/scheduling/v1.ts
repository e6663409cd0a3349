// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type { PriorityClassInput } from '../../scheduling/v1.ts'
import * as schemas from '../../structural/scheduling/v1.ts'

export const priorityClass = (): StructuralType<PriorityClassInput> => structural(schemas.PriorityClass)
