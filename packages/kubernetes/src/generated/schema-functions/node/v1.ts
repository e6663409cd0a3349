// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type { Overhead, RuntimeClassInput, Scheduling } from '../../node/v1.ts'
import * as schemas from '../../structural/node/v1.ts'

export const overhead = (): StructuralType<Overhead> => structural(schemas.Overhead)

export const runtimeClass = (): StructuralType<RuntimeClassInput> => structural(schemas.RuntimeClass)

export const scheduling = (): StructuralType<Scheduling> => structural(schemas.Scheduling)
