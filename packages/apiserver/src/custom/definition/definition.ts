/** The type of a CustomResourceDefinition draft, and common accessors. */
import type { StructuralSchema } from '@kubewright/resource/schema'
import type { Draft } from '../../object/draft.ts'

export interface DefinitionNames {
  plural?: string
  singular?: string
  kind?: string
  listKind?: string
  shortNames?: string[]
  categories?: string[]
}

export interface PrinterColumn {
  name?: string
  type?: string
  format?: string
  description?: string
  priority?: number
  jsonPath?: string
}

export interface ScalePaths {
  specReplicasPath?: string
  statusReplicasPath?: string
  labelSelectorPath?: string
}

export interface Subresources {
  status?: object
  scale?: ScalePaths
}

export interface VersionSchema {
  openAPIV3Schema?: StructuralSchema
}

export interface SelectableField {
  jsonPath?: string
}

export interface DefinitionVersion {
  name?: string
  served?: boolean
  storage?: boolean
  deprecated?: boolean
  deprecationWarning?: string
  schema?: VersionSchema
  subresources?: Subresources
  additionalPrinterColumns?: PrinterColumn[]
  selectableFields?: SelectableField[]
}

export interface ConversionService {
  name?: string
  namespace?: string
  path?: string
  port?: number
}

export interface ConversionClient {
  url?: string
  service?: ConversionService
  /** PEM in base64. */
  caBundle?: string
}

export interface Conversion {
  strategy?: string
  webhook?: { clientConfig?: ConversionClient; conversionReviewVersions?: string[] }
}

export interface DefinitionSpec {
  group?: string
  scope?: string
  names?: DefinitionNames
  versions?: DefinitionVersion[]
  conversion?: Conversion
  preserveUnknownFields?: boolean
}

export interface DefinitionCondition {
  type: string
  status: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface DefinitionStatus {
  /** The server writes null if there are none. */
  conditions?: DefinitionCondition[] | null
  acceptedNames?: DefinitionNames
  storedVersions?: string[]
}

/** The collection of definitions. */
export const definitionCollection = 'customresourcedefinitions.apiextensions.k8s.io'

/** Blocks the removal of a definition until its instances are gone. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io'

/**
 * The parts of a definition.
 *
 * Assumptions: the draft was decoded as a definition, so present fields have the right type.
 */
export function specOf(definition: Draft): DefinitionSpec {
  return (definition['spec'] ??= {}) as DefinitionSpec
}

export function statusOf(definition: Draft): DefinitionStatus {
  return (definition['status'] ??= {}) as DefinitionStatus
}

export function versionsOf(definition: Draft): readonly DefinitionVersion[] {
  return specOf(definition).versions ?? []
}

export function storageVersionOf(definition: Draft): string | undefined {
  return versionsOf(definition).find(({ storage }) => storage)?.name
}

export function isTerminating({ metadata }: Draft): boolean {
  return metadata.deletionTimestamp !== undefined
}
