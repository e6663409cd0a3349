// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  APIServiceCondition,
  APIServiceInput,
  APIServiceSpec,
  APIServiceStatus,
  ServiceReference,
} from '../../apiregistration/v1.ts'
import * as schemas from '../../structural/apiregistration/v1.ts'

export const apiService = (): StructuralType<APIServiceInput> => structural(schemas.APIService)

export const apiServiceCondition = (): StructuralType<APIServiceCondition> => structural(schemas.APIServiceCondition)

export const apiServiceSpec = (): StructuralType<APIServiceSpec> => structural(schemas.APIServiceSpec)

export const apiServiceStatus = (): StructuralType<APIServiceStatus> => structural(schemas.APIServiceStatus)

export const serviceReference = (): StructuralType<ServiceReference> => structural(schemas.ServiceReference)
