/** The input of the generator: the definitions and served resources of one Kubernetes version, in compact form. */
import { readFile } from 'node:fs/promises'
import type { Verb } from '@kubewright/kubernetes'
import type { Definitions } from '@kubewright/kubernetes/schemas'

export interface Input {
  /** The release of the data: `v1.36.4`. */
  readonly version: string
  readonly definitions: Definitions
  /** In discovery order; the first version of a group is the preferred one. */
  readonly groups: readonly DiscoveredGroup[]
}

export interface DiscoveredGroup {
  /** Empty for the core group. */
  readonly group: string
  readonly versions: readonly DiscoveredVersion[]
}

export interface DiscoveredVersion {
  readonly version: string
  readonly resources: readonly DiscoveredResource[]
}

export interface DiscoveredResource {
  readonly kind: string
  readonly plural: string
  readonly singular: string
  readonly scope: 'Namespaced' | 'Cluster'
  readonly verbs: readonly Verb[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly DiscoveredSubresource[]
}

export interface DiscoveredSubresource {
  readonly name: string
  /** Group, version and kind of the body. */
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly verbs: readonly Verb[]
}

/** The committed copy: written by `import.ts`, read by everything else. */
export const dataFile = new URL('./generated/kubernetes.json', import.meta.url)

export async function readInput(): Promise<Input> {
  return JSON.parse(await readFile(dataFile, 'utf8')) as Input
}
