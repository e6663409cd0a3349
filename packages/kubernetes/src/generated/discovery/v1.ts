// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { ObjectReference } from '../core/v1.ts'

/** `endpointslices` in `discovery.k8s.io/v1`, namespaced. */
export const EndpointSlice: BuiltIn<EndpointSlice, EndpointSliceInput, never> = /*#__PURE__*/ builtIn({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  scope: 'Namespaced',
})

export interface EndpointSlice {
  readonly apiVersion: 'discovery.k8s.io/v1'
  readonly kind: 'EndpointSlice'
  readonly metadata: ObjectMeta
  readonly addressType: 'FQDN' | 'IPv4' | 'IPv6'
  readonly endpoints?: readonly Endpoint[] | null | undefined
  readonly ports?: readonly EndpointPort[] | null | undefined
}

export interface EndpointSliceInput {
  readonly apiVersion?: 'discovery.k8s.io/v1' | undefined
  readonly kind?: 'EndpointSlice' | undefined
  readonly metadata: AuthoredMeta
  readonly addressType: 'FQDN' | 'IPv4' | 'IPv6'
  readonly endpoints?: readonly Endpoint[] | null | undefined
  readonly ports?: readonly EndpointPort[] | null | undefined
}

export interface Endpoint {
  readonly addresses: readonly string[]
  readonly conditions?: EndpointConditions | undefined
  readonly deprecatedTopology?: Readonly<Record<string, string>> | undefined
  readonly hints?: EndpointHints | undefined
  readonly hostname?: string | undefined
  readonly nodeName?: string | undefined
  readonly targetRef?: ObjectReference | undefined
  readonly zone?: string | undefined
}

export interface EndpointConditions {
  readonly ready?: boolean | undefined
  readonly serving?: boolean | undefined
  readonly terminating?: boolean | undefined
}

export interface EndpointHints {
  readonly forNodes?: readonly ForNode[] | undefined
  readonly forZones?: readonly ForZone[] | undefined
}

export interface EndpointPort {
  readonly appProtocol?: string | undefined
  readonly name?: string | undefined
  readonly port?: number | undefined
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP' | undefined
}

export interface ForNode {
  readonly name: string
}

export interface ForZone {
  readonly name: string
}
