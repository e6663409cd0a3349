// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  CustomResourceColumnDefinition,
  CustomResourceConversion,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionStatus,
  CustomResourceSubresourceScale,
  CustomResourceSubresources,
  ExternalDocumentation,
  SelectableField,
  ServiceReference,
  ValidationRule,
  WebhookClientConfig,
  WebhookConversion,
} from '../../apiextensions/v1.ts'
import * as schemas from '../../structural/apiextensions/v1.ts'

export const customResourceColumnDefinition = (): StructuralType<CustomResourceColumnDefinition> =>
  structural(schemas.CustomResourceColumnDefinition)

export const customResourceConversion = (): StructuralType<CustomResourceConversion> =>
  structural(schemas.CustomResourceConversion)

export const customResourceDefinitionCondition = (): StructuralType<CustomResourceDefinitionCondition> =>
  structural(schemas.CustomResourceDefinitionCondition)

export const customResourceDefinitionNames = (): StructuralType<CustomResourceDefinitionNames> =>
  structural(schemas.CustomResourceDefinitionNames)

export const customResourceDefinitionStatus = (): StructuralType<CustomResourceDefinitionStatus> =>
  structural(schemas.CustomResourceDefinitionStatus)

export const customResourceSubresourceScale = (): StructuralType<CustomResourceSubresourceScale> =>
  structural(schemas.CustomResourceSubresourceScale)

export const customResourceSubresources = (): StructuralType<CustomResourceSubresources> =>
  structural(schemas.CustomResourceSubresources)

export const externalDocumentation = (): StructuralType<ExternalDocumentation> =>
  structural(schemas.ExternalDocumentation)

export const selectableField = (): StructuralType<SelectableField> => structural(schemas.SelectableField)

export const serviceReference = (): StructuralType<ServiceReference> => structural(schemas.ServiceReference)

export const validationRule = (): StructuralType<ValidationRule> => structural(schemas.ValidationRule)

export const webhookClientConfig = (): StructuralType<WebhookClientConfig> => structural(schemas.WebhookClientConfig)

export const webhookConversion = (): StructuralType<WebhookConversion> => structural(schemas.WebhookConversion)
