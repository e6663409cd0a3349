// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  Endpoint,
  EndpointConditions,
  EndpointHints,
  EndpointPort,
  EndpointSliceInput,
  ForNode,
  ForZone,
} from '../../discovery/v1.ts'
import * as schemas from '../../structural/discovery/v1.ts'

export const endpoint = (): StructuralType<Endpoint> => structural(schemas.Endpoint)

export const endpointConditions = (): StructuralType<EndpointConditions> => structural(schemas.EndpointConditions)

export const endpointHints = (): StructuralType<EndpointHints> => structural(schemas.EndpointHints)

export const endpointPort = (): StructuralType<EndpointPort> => structural(schemas.EndpointPort)

export const endpointSlice = (): StructuralType<EndpointSliceInput> => structural(schemas.EndpointSlice)

export const forNode = (): StructuralType<ForNode> => structural(schemas.ForNode)

export const forZone = (): StructuralType<ForZone> => structural(schemas.ForZone)
