/** Objects and kinds for the tests of this package. */
import type { WatchEvent } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'

export const Website = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Website',
  scope: 'Namespaced',
  spec: z.object({ image: z.string().default('nginx'), secret: z.string().optional() }),
  status: z.object({ url: z.string().optional() }),
})

export const Region = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Region',
  scope: 'Cluster',
  spec: z.object({ country: z.string() }),
})

export interface SiteFields {
  readonly namespace?: string
  readonly uid?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly secret?: string
}

/** A website as a server would send it. */
export function site(name: string, version: number, fields: SiteFields = {}): KubeObject {
  const { namespace = 'default', uid = `uid-${name}`, labels, secret } = fields
  const metadata = { name, namespace, uid, resourceVersion: String(version), ...(labels && { labels }) }
  const spec = { image: 'nginx', ...(secret && { secret }) }
  return { apiVersion: 'web.example.dev/v1', kind: 'Website', metadata, spec } as unknown as KubeObject
}

/** The watch event that a client yields for it. */
export function changeOf(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject): WatchEvent<KubeObject> {
  const { name, namespace, uid, resourceVersion, labels } = object.metadata
  const rest = { generation: undefined, deletionTimestamp: undefined }
  return { type, name, namespace, uid, resourceVersion, labels, object, ...rest }
}

export function bookmark(version: number, isInitialEventsEnd = false): WatchEvent<KubeObject> {
  return { type: 'BOOKMARK', resourceVersion: String(version), isInitialEventsEnd }
}
