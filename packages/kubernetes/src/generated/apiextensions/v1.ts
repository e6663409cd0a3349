// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { Time } from '../meta/v1.ts'

/** `customresourcedefinitions`, `crd`, `crds` in `apiextensions.k8s.io/v1`, cluster-scoped. */
export const CustomResourceDefinition: BuiltIn<
  CustomResourceDefinition,
  CustomResourceDefinitionInput,
  CustomResourceDefinitionStatus
> = /*#__PURE__*/ builtIn({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  subresources: ['status'],
})

export interface CustomResourceDefinition {
  readonly apiVersion: 'apiextensions.k8s.io/v1'
  readonly kind: 'CustomResourceDefinition'
  readonly metadata: ObjectMeta
  readonly spec: CustomResourceDefinitionSpec
  readonly status?: CustomResourceDefinitionStatus | undefined
}

export interface CustomResourceDefinitionInput {
  readonly apiVersion?: 'apiextensions.k8s.io/v1' | undefined
  readonly kind?: 'CustomResourceDefinition' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: CustomResourceDefinitionSpec
}

export interface CustomResourceColumnDefinition {
  readonly description?: string | undefined
  readonly format?: string | undefined
  readonly jsonPath: string
  readonly name: string
  readonly priority?: number | undefined
  readonly type: string
}

export interface CustomResourceConversion {
  readonly strategy: string
  readonly webhook?: WebhookConversion | undefined
}

export interface CustomResourceDefinitionCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly observedGeneration?: number | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface CustomResourceDefinitionNames {
  readonly categories?: readonly string[] | undefined
  readonly kind: string
  readonly listKind?: string | undefined
  readonly plural: string
  readonly shortNames?: readonly string[] | undefined
  readonly singular?: string | undefined
}

export interface CustomResourceDefinitionSpec {
  readonly conversion?: CustomResourceConversion | undefined
  readonly group: string
  readonly names: CustomResourceDefinitionNames
  readonly preserveUnknownFields?: boolean | undefined
  readonly scope: string
  readonly versions: readonly CustomResourceDefinitionVersion[]
}

export interface CustomResourceDefinitionStatus {
  readonly acceptedNames: CustomResourceDefinitionNames
  readonly conditions?: readonly CustomResourceDefinitionCondition[] | null | undefined
  readonly observedGeneration?: number | undefined
  readonly storedVersions?: readonly string[] | null | undefined
}

export interface CustomResourceDefinitionVersion {
  readonly additionalPrinterColumns?: readonly CustomResourceColumnDefinition[] | undefined
  readonly deprecated?: boolean | undefined
  readonly deprecationWarning?: string | undefined
  readonly name: string
  readonly schema?: CustomResourceValidation | undefined
  readonly selectableFields?: readonly SelectableField[] | undefined
  readonly served: boolean
  readonly storage: boolean
  readonly subresources?: CustomResourceSubresources | undefined
}

export interface CustomResourceSubresourceScale {
  readonly labelSelectorPath?: string | undefined
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
}

export type CustomResourceSubresourceStatus = Readonly<Record<string, never>>

export interface CustomResourceSubresources {
  readonly scale?: CustomResourceSubresourceScale | undefined
  readonly status?: CustomResourceSubresourceStatus | undefined
}

export interface CustomResourceValidation {
  readonly openAPIV3Schema?: JSONSchemaProps | undefined
}

export interface ExternalDocumentation {
  readonly description?: string | undefined
  readonly url?: string | undefined
}

/** Any JSON value. */
export type JSON = unknown

export interface JSONSchemaProps {
  readonly $ref?: string | undefined
  readonly $schema?: string | undefined
  readonly additionalItems?: JSONSchemaPropsOrBool | undefined
  readonly additionalProperties?: JSONSchemaPropsOrBool | undefined
  readonly allOf?: readonly JSONSchemaProps[] | undefined
  readonly anyOf?: readonly JSONSchemaProps[] | undefined
  readonly default?: JSON | undefined
  readonly definitions?: Readonly<Record<string, JSONSchemaProps>> | undefined
  readonly dependencies?: Readonly<Record<string, JSONSchemaPropsOrStringArray>> | undefined
  readonly description?: string | undefined
  readonly enum?: readonly JSON[] | undefined
  readonly example?: JSON | undefined
  readonly exclusiveMaximum?: boolean | undefined
  readonly exclusiveMinimum?: boolean | undefined
  readonly externalDocs?: ExternalDocumentation | undefined
  readonly format?: string | undefined
  readonly id?: string | undefined
  readonly items?: JSONSchemaPropsOrArray | undefined
  readonly maxItems?: number | undefined
  readonly maxLength?: number | undefined
  readonly maxProperties?: number | undefined
  readonly maximum?: number | undefined
  readonly minItems?: number | undefined
  readonly minLength?: number | undefined
  readonly minProperties?: number | undefined
  readonly minimum?: number | undefined
  readonly multipleOf?: number | undefined
  readonly not?: JSONSchemaProps | undefined
  readonly nullable?: boolean | undefined
  readonly oneOf?: readonly JSONSchemaProps[] | undefined
  readonly pattern?: string | undefined
  readonly patternProperties?: Readonly<Record<string, JSONSchemaProps>> | undefined
  readonly properties?: Readonly<Record<string, JSONSchemaProps>> | undefined
  readonly required?: readonly string[] | undefined
  readonly title?: string | undefined
  readonly type?: string | undefined
  readonly uniqueItems?: boolean | undefined
  readonly 'x-kubernetes-embedded-resource'?: boolean | undefined
  readonly 'x-kubernetes-int-or-string'?: boolean | undefined
  readonly 'x-kubernetes-list-map-keys'?: readonly string[] | undefined
  readonly 'x-kubernetes-list-type'?: string | undefined
  readonly 'x-kubernetes-map-type'?: string | undefined
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean | undefined
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[] | undefined
}

export type JSONSchemaPropsOrArray = JSONSchemaProps | readonly JSONSchemaProps[]

export type JSONSchemaPropsOrBool = JSONSchemaProps | boolean

export type JSONSchemaPropsOrStringArray = JSONSchemaProps | readonly string[]

export interface SelectableField {
  readonly jsonPath: string
}

export interface ServiceReference {
  readonly name: string
  readonly namespace: string
  readonly path?: string | undefined
  readonly port?: number | undefined
}

export interface ValidationRule {
  readonly fieldPath?: string | undefined
  readonly message?: string | undefined
  readonly messageExpression?: string | undefined
  readonly optionalOldSelf?: boolean | undefined
  readonly reason?: 'FieldValueDuplicate' | 'FieldValueForbidden' | 'FieldValueInvalid' | 'FieldValueRequired' | undefined
  readonly rule: string
}

export interface WebhookClientConfig {
  /** Base64. */
  readonly caBundle?: string | undefined
  readonly service?: ServiceReference | undefined
  readonly url?: string | undefined
}

export interface WebhookConversion {
  readonly clientConfig?: WebhookClientConfig | undefined
  readonly conversionReviewVersions: readonly string[]
}
