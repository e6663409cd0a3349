/** Sample kinds for tests, as higher-level packages would define them. */
import type { AuthoredMeta, KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { ConditionFields } from '@kubewright/resource/definition'

export interface Website extends KubeObject {
  readonly spec: { readonly image: string; readonly replicas: number; readonly tags?: readonly string[] }
  readonly status?: {
    readonly url?: string
    readonly conditions?: readonly object[]
    readonly observedGeneration?: number
  }
}

export interface WebsiteInput {
  readonly metadata: AuthoredMeta
  readonly spec: { readonly image: string; readonly replicas?: number; readonly tags?: readonly string[] }
}

/** The type `defineResource` derives for a kind with conditions. */
type WebsiteStatus = { readonly url?: string } & ConditionFields

export const Website: Resource<Website, WebsiteInput, WebsiteStatus, 'Ready'> = {
  group: 'web.example.dev',
  version: 'v1alpha1',
  kind: 'Website',
  plural: 'websites',
  singular: 'website',
  shortNames: ['web'],
  categories: [],
  scope: 'Namespaced',
  subresources: ['status', 'scale', 'approval'],
}

export interface Namespace extends KubeObject {
  readonly status?: { readonly phase?: string }
}

export const Namespace: Resource<Namespace, { readonly metadata: AuthoredMeta }> = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  singular: 'namespace',
  shortNames: ['ns'],
  categories: [],
  scope: 'Cluster',
  subresources: ['status', 'finalize'],
}

export interface Pod extends KubeObject {
  readonly spec: { readonly containers: readonly { readonly name: string; readonly image: string }[] }
}

interface Eviction extends KubeObject {
  readonly kind: 'Eviction'
}

/** A handle with the types of its subresources, as in built-in kinds. */
export const Pod: Resource<Pod, Omit<Pod, keyof KubeObject> & { readonly metadata: AuthoredMeta }> & {
  readonly '~types'?: {
    readonly subresources: {
      readonly eviction: { readonly read: Eviction; readonly write: { readonly metadata: AuthoredMeta } }
    }
  }
} = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  singular: 'pod',
  shortNames: ['po'],
  categories: ['all'],
  scope: 'Namespaced',
  subresources: ['eviction', 'log', 'status'],
}

export const blogRef = { namespace: 'default', name: 'blog' }

/** A website as a server returns it. */
export function website(name = 'blog', version = '5', more: Partial<Website> = {}): Website {
  return {
    apiVersion: 'web.example.dev/v1alpha1',
    kind: 'Website',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      resourceVersion: version,
      generation: 1,
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: { image: 'nginx:1', replicas: 1 },
    ...more,
  }
}
