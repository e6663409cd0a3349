// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { Time } from '../meta/v1.ts'

/** `apiservices` in `apiregistration.k8s.io/v1`, cluster-scoped. */
export const APIService: BuiltIn<APIService, APIServiceInput, APIServiceStatus> = /*#__PURE__*/ builtIn({
  group: 'apiregistration.k8s.io',
  version: 'v1',
  kind: 'APIService',
  plural: 'apiservices',
  scope: 'Cluster',
  categories: ['api-extensions'],
  subresources: ['status'],
})

export interface APIService {
  readonly apiVersion: 'apiregistration.k8s.io/v1'
  readonly kind: 'APIService'
  readonly metadata: ObjectMeta
  readonly spec: APIServiceSpec
  readonly status?: APIServiceStatus | undefined
}

export interface APIServiceInput {
  readonly apiVersion?: 'apiregistration.k8s.io/v1' | undefined
  readonly kind?: 'APIService' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: APIServiceSpec
}

export interface APIServiceCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface APIServiceSpec {
  /** Base64. */
  readonly caBundle?: string | undefined
  readonly group?: string | undefined
  readonly groupPriorityMinimum: number
  readonly insecureSkipTLSVerify?: boolean | undefined
  readonly service?: ServiceReference | undefined
  readonly version?: string | undefined
  readonly versionPriority: number
}

export interface APIServiceStatus {
  readonly conditions?: readonly APIServiceCondition[] | undefined
}

export interface ServiceReference {
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly port?: number | undefined
}
