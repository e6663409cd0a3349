/** The manifests shipped with the operators, and their service accounts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@kubewright/client'
import { networkNamespace } from '@kubewright/network'
import { parseAllDocuments } from 'yaml'

export type OperatorName = 'network-gateway' | 'network-route'

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** The manifests of a file, in order, as for `kubectl apply -f`. */
export function manifestsIn(operator: OperatorName, file: string): Manifest[] {
  const path = join(import.meta.dirname, '../../operators', operator, 'deploy', file)
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS() as Manifest)
}

export async function applyManifests(client: Client, manifests: readonly Manifest[]): Promise<void> {
  for (const manifest of manifests) {
    const { apiVersion, kind } = manifest
    const [version, group = ''] = apiVersion.split('/').toReversed()
    const resource = await client.discover({ group, kind, version: version! })
    await client.apply(resource as never, manifest as never, { fieldManager: 'kubectl', force: true })
  }
}

/** Namespace, accounts and roles of both operators. */
export async function applyRights(client: Client): Promise<void> {
  await applyManifests(client, [
    ...manifestsIn('network-gateway', 'rbac.yaml'),
    ...manifestsIn('network-route', 'rbac.yaml'),
  ])
}

export function accountOf(operator: OperatorName): string {
  return `system:serviceaccount:${networkNamespace}:${operator}`
}
