/** Puts into a cluster what an operator needs there, and samples for it to work on. */
import { readFile } from 'node:fs/promises'
import {
  type Client,
  type DynamicInput,
  established,
  ignoreNotFound,
  isAlreadyExists,
  isInvalid,
} from '@kubewright/client'
import { formatRef, isJsonObject } from '@kubewright/core'
import { CustomResourceDefinition, Namespace } from '@kubewright/kubernetes'
import { parseAllDocuments } from 'yaml'
import { cliErrors } from '../errors.ts'
import type { DescribedCrd, ProjectDescription } from '../project/project-description.ts'

/**
 * Applies the definitions, waits until they are served, and returns the names of those that changed.
 *
 * Failure: `KW_CLI_DEFINITION` if the server takes one no longer, because of what is stored or what cannot change.
 */
export async function installCrds(client: Client, crds: readonly DescribedCrd[]): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { name, object } of crds) {
    const before = await client.get(CustomResourceDefinition, { name }).catch(ignoreNotFound)
    const { metadata } = await client
      .apply(CustomResourceDefinition, withoutConverter(object), { force: true })
      .catch((error: unknown) => {
        throw isInvalid(error) ? refusedDefinition(name, error) : error
      })
    if (before?.metadata.generation !== metadata.generation) changed.push(name)
  }
  for (const { name } of crds) await client.waitFor(CustomResourceDefinition, { name }, established)
  return changed
}

/** Who converts is told to the cluster by the operator that does, when it runs: it alone knows where that is. */
function withoutConverter(crd: DescribedCrd['object']): DescribedCrd['object'] {
  const { conversion, ...spec } = crd.spec
  return conversion?.strategy === 'Webhook' ? { ...crd, spec } : crd
}

function refusedDefinition(name: string, cause: Error): Error {
  return cliErrors('KW_CLI_DEFINITION', {
    what: `apply the definition of ${name}`,
    why: cause.message,
    next: `Take the change back, or begin anew without the objects that are stored: kubectl delete crd ${name}`,
    details: { name },
    cause,
  })
}

/** Makes the namespaces in which the operator lives and keeps its lease. One that is there stays as it is. */
export async function installNamespaces(
  client: Client,
  { namespace, lease }: Pick<ProjectDescription, 'namespace' | 'lease'>,
): Promise<void> {
  for (const name of new Set([namespace, lease?.namespace ?? namespace])) {
    await client.create(Namespace, { metadata: { name } }).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error
    })
  }
}

/**
 * Applies every object of a file, and returns what they are: `Website default/blog`.
 *
 * Failure: `KW_CLI_MANIFEST` for a file that is none; whatever the server refuses.
 */
export async function applyManifests(client: Client, path: string): Promise<readonly string[]> {
  const applied: string[] = []
  for (const { apiVersion, kind, ...input } of await readManifests(path)) {
    const resource = await client.discover({ apiVersion, kind })
    const { metadata } = await client.apply(resource, input as unknown as DynamicInput, { force: true })
    applied.push(`${kind} ${formatRef(metadata)}`)
  }
  return applied
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}

async function readManifests(path: string): Promise<readonly Manifest[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw refused(path, error.message)
  })
  const documents = parseAllDocuments(text)
  return [...documents].flatMap((document, at) => {
    if (document.errors.length > 0) throw refused(path, document.errors[0]!.message)
    const value: unknown = document.toJS()
    if (value === null) return []
    if (isManifest(value)) return [value]
    throw refused(path, `its document ${at + 1} has no apiVersion and kind`)
  })
}

function isManifest(value: unknown): value is Manifest {
  return isJsonObject(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string'
}

function refused(path: string, why: string): Error {
  return cliErrors('KW_CLI_MANIFEST', {
    what: `apply ${path}`,
    why,
    next: 'Name a YAML file of Kubernetes objects, as kubectl apply takes it.',
    details: { path },
  })
}
