/** The CustomResourceDefinition of `apiextensions.k8s.io/v1`, as far as this package writes it. */
import type { Scope } from './resource.ts'
import type { StructuralSchema } from './schema/structural-schema.ts'

/** A CustomResourceDefinition manifest, as `crd` of a custom resource returns it. */
export interface CustomResourceDefinition {
  readonly apiVersion: 'apiextensions.k8s.io/v1'
  readonly kind: 'CustomResourceDefinition'
  readonly metadata: {
    readonly name: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly spec: {
    readonly group: string
    readonly names: {
      readonly kind: string
      readonly listKind: string
      readonly plural: string
      readonly singular: string
      readonly shortNames?: readonly string[]
      readonly categories?: readonly string[]
    }
    readonly scope: Scope
    readonly conversion?: CrdConversion
    readonly versions: readonly CrdVersion[]
  }
  readonly status?: { readonly storedVersions?: readonly string[] }
}

/** One entry of `spec.versions` in a CustomResourceDefinition. */
export interface CrdVersion {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly deprecated?: boolean
  readonly deprecationWarning?: string
  readonly schema: { readonly openAPIV3Schema: StructuralSchema }
  readonly subresources?: {
    readonly status?: Readonly<Record<never, never>>
    readonly scale?: CrdScale
  }
  readonly additionalPrinterColumns?: readonly CrdColumn[]
  readonly selectableFields?: readonly { readonly jsonPath: string }[]
}

/** The scale subresource of a version, as JSON paths to its replica counts and label selector. */
export interface CrdScale {
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
  readonly labelSelectorPath?: string
}

/** An additional printer column, shown by `kubectl get`. */
export interface CrdColumn {
  readonly name: string
  readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'date'
  readonly format?: string
  readonly description?: string
  readonly priority?: number
  readonly jsonPath: string
}

/** The conversion strategy between versions: none, or a conversion webhook. */
export type CrdConversion =
  | { readonly strategy: 'None' }
  | {
      readonly strategy: 'Webhook'
      readonly webhook: {
        readonly conversionReviewVersions: readonly string[]
        readonly clientConfig: CrdWebhook
      }
    }

/** The location of a webhook: a Service in the cluster, or a URL. */
export interface CrdWebhook {
  readonly url?: string
  readonly service?: {
    readonly name: string
    readonly namespace: string
    readonly path?: string
    readonly port?: number
  }
  /** The CA certificate, PEM in base64. */
  readonly caBundle?: string
}
