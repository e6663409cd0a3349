/** Installs the prerequisites of an operator in a cluster, and sample objects. */
import { readFile } from 'node:fs/promises'
import {
  type Client,
  type DynamicInput,
  established,
  ignoreNotFound,
  isAlreadyExists,
  isInvalid,
} from '@kubewright/client'
import { formatRef } from '@kubewright/core'
import { isJsonObject } from '@kubewright/core/json'
import { CustomResourceDefinition, Namespace } from '@kubewright/kubernetes'
import { conversionWebhook } from '@kubewright/webhook'
import { parseAllDocuments } from 'yaml'
import { cliErrors } from '../errors.ts'
import type { DescribedCrd, ProjectDescription } from '../project/project-description.ts'

/**
 * Applies the definitions, waits until they are served, and returns the names of those that changed.
 *
 * Failure: `KW_CLI_DEFINITION` if the server rejects one, because of stored objects or an immutable field; `KW_CLI_CONVERSION`
 * if it has several versions and the cluster cannot reach the conversion webhook.
 *
 * @param webhooks address of the operator's webhooks, if the cluster can reach them
 */
export async function installCrds(
  client: Client,
  crds: readonly DescribedCrd[],
  webhooks: string | undefined,
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { name, object } of crds) {
    const before = await client.get(CustomResourceDefinition, { name }).catch(ignoreNotFound)
    const { metadata } = await client
      .apply(CustomResourceDefinition, withConverter(object, before?.spec.conversion, webhooks), { force: true })
      .catch((error: unknown) => {
        throw isInvalid(error) ? refusedDefinition(name, error) : error
      })
    if (before?.metadata.generation !== metadata.generation) changed.push(name)
  }
  for (const { name } of crds) await client.waitFor(CustomResourceDefinition, { name }, established)
  return changed
}

type Conversion = NonNullable<DescribedCrd['object']['spec']['conversion']>

/**
 * The operator registers its conversion webhook once it serves it. Until then a write must fail: without a converter the server
 * would store one version as another. So the definition has the operator's address from the start, and no CA bundle yet.
 */
function withConverter(
  crd: DescribedCrd['object'],
  live: { readonly strategy: string; readonly webhook?: unknown } | undefined,
  webhooks: string | undefined,
): DescribedCrd['object'] {
  if (crd.spec.conversion?.strategy !== 'Webhook') return crd
  const found = live?.strategy === 'Webhook' ? (live as Conversion) : undefined
  const isInCluster = found?.strategy === 'Webhook' && found.webhook.clientConfig.url === undefined
  if (webhooks !== undefined && !isInCluster) return withConversion(crd, webhookAt(webhooks))
  if (found === undefined) throw unconverted(crd)
  return withConversion(crd, withoutAuthority(found))
}

function withConversion(crd: DescribedCrd['object'], conversion: Conversion): DescribedCrd['object'] {
  return { ...crd, spec: { ...crd.spec, conversion } }
}

function webhookAt(url: string): Conversion {
  const clientConfig = conversionWebhook({ url })
  return { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } }
}

/** The operator owns the CA bundle: it changes with its certificates. */
function withoutAuthority(conversion: Conversion): Conversion {
  if (conversion.strategy !== 'Webhook') return conversion
  const { caBundle: _, ...clientConfig } = conversion.webhook.clientConfig
  return { ...conversion, webhook: { ...conversion.webhook, clientConfig } }
}

function unconverted({ metadata, spec }: DescribedCrd['object']): Error {
  const versions = spec.versions.map(({ name }) => name).join(', ')
  return cliErrors('KW_CLI_CONVERSION', {
    what: `install the definition of ${metadata.name}`,
    why: `it has the versions ${versions}, and the cluster cannot reach the conversion webhook of the operator`,
    next: 'Pass the address of this machine: --webhook-url https://ADDRESS:PORT; or install the operator in the cluster first.',
    details: { name: metadata.name, versions },
  })
}

function refusedDefinition(name: string, cause: Error): Error {
  return cliErrors('KW_CLI_DEFINITION', {
    what: `apply the definition of ${name}`,
    why: cause.message,
    next: `Undo the change, or delete the CRD with all its objects: kubectl delete crd ${name}`,
    details: { name },
    cause,
  })
}

/** Creates the namespaces of the operator and its lease. Existing ones are left unchanged. */
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
 * Applies every object of a file and returns their names: `Website default/blog`.
 *
 * Failure: `KW_CLI_MANIFEST` for a file that is not a manifest; errors of the server.
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
    throw refused(path, `YAML document ${at + 1} has no apiVersion and kind`)
  })
}

function isManifest(value: unknown): value is Manifest {
  return isJsonObject(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string'
}

function refused(path: string, why: string): Error {
  return cliErrors('KW_CLI_MANIFEST', {
    what: `apply ${path}`,
    why,
    next: 'Pass a YAML file of Kubernetes objects, as for kubectl apply.',
    details: { path },
  })
}
