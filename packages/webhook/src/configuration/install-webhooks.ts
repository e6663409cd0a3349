/**
 * Installs webhooks in a cluster: webhook configurations for admissions, and the conversion webhook in CRDs.
 *
 * Reads and writes are separate, and every write uses optimistic concurrency: a decision made between the two cannot undo a
 * later decision of another process.
 */
import { CustomResourceDefinition } from '@kubewright/kubernetes/apiextensions/v1'
import type { Manifest, ObjectOf } from '@kubewright/resource'
import type { AdmissionStep } from '../admission/admission.ts'
import { webhookErrors } from '../errors.ts'
import { webhooksFieldManager, webhooksLabel } from '../names.ts'
import { conversionsIn, type Webhook } from '../webhook.ts'
import { find, isOvertaken, type WebhookCluster } from '../webhook-cluster.ts'
import { isWithin } from './is-within.ts'
import { conversionWebhook } from './webhook-address.ts'
import {
  configurationKinds,
  type WebhookConfiguration,
  type WebhookConfigurationOptions,
  webhookConfigurations,
} from './webhook-configurations.ts'

/** Options of `installWebhooks` and `removeWebhooks`. */
export interface InstallOptions {
  readonly signal?: AbortSignal
}

/** How often to retry after a conflict. */
const mostAttempts = 10

/** The webhooks installed in the cluster, at one time. */
export interface InstalledWebhooks {
  readonly configurations: readonly Installed[]
  readonly definitions: readonly ObjectOf<typeof CustomResourceDefinition>[]
}

interface Installed {
  readonly resource: WebhookConfiguration
  readonly object: ObjectOf<WebhookConfiguration>
}

/**
 * Makes the cluster call these webhooks, and removes others that were installed under the same name.
 *
 * Failure: `KW_WEBHOOK_INSTALL`, and any error of the cluster.
 */
export async function installWebhooks(
  cluster: WebhookCluster,
  webhooks: readonly Webhook[],
  options: WebhookConfigurationOptions & InstallOptions,
): Promise<void> {
  await unlessOvertaken(async () => {
    const installed = await readInstalled(cluster, webhooks, options)
    await writeInstalled(cluster, webhooks, options, installed)
  })
}

/** Reads and writes, and retries on conflicts: replicas that start together write the same. */
export async function unlessOvertaken(readAndWrite: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readAndWrite()
    } catch (error) {
      if (!isOvertaken(error) || attempt === mostAttempts) throw error
    }
  }
}

/** Removes the configurations. The conversion webhook stays: without it no object of the kind could be read. */
export async function removeWebhooks(
  cluster: WebhookCluster,
  { name, signal }: { readonly name: string } & InstallOptions,
): Promise<void> {
  for (const one of await ownConfigurations(cluster, name, signal)) await remove(cluster, one, signal)
}

/** Failure: `KW_WEBHOOK_INSTALL` if a CRD is missing, or a configuration of that name was not installed by this program. */
export async function readInstalled(
  cluster: WebhookCluster,
  webhooks: readonly Webhook[],
  { name, signal }: { readonly name: string } & InstallOptions,
): Promise<InstalledWebhooks> {
  const definitions = []
  for (const conversion of conversionsIn(webhooks)) {
    const found = await find(cluster.get(CustomResourceDefinition, { name: conversion.name }, { signal }))
    if (found === undefined) throw noDefinition(conversion.name)
    definitions.push(found)
  }
  const own = await ownConfigurations(cluster, name, signal)
  const late = await lateConfigurations(cluster, name, { own, signal })
  return { configurations: [...own, ...late], definitions }
}

/** Configurations of the name that the list did not contain: foreign ones, or ones applied by another process since. */
async function lateConfigurations(
  cluster: WebhookCluster,
  name: string,
  { own, signal }: { readonly own: readonly Installed[]; readonly signal: AbortSignal | undefined },
): Promise<readonly Installed[]> {
  const found: Installed[] = []
  for (const resource of Object.values(configurationKinds)) {
    if (own.some((one) => one.resource === resource && one.object.metadata.name === name)) continue
    const object = await find(cluster.get(resource, { name }, { signal }))
    if (object === undefined) continue
    if (object.metadata.labels?.[webhooksLabel] !== name) throw notOurs(resource, name)
    found.push({ resource, object })
  }
  return found
}

/**
 * Writes the desired state over the read one. Returns `true` if nothing had to change. Rejects with a conflict if it changed
 * since.
 */
export async function writeInstalled(
  cluster: WebhookCluster,
  webhooks: readonly Webhook[],
  options: WebhookConfigurationOptions & InstallOptions,
  installed: InstalledWebhooks,
): Promise<boolean> {
  const { signal } = options
  const wanted = webhookConfigurations(webhooks, options)
  let isSettled = true
  for (const definition of installed.definitions) {
    if (!(await convertBy(cluster, definition, options))) isSettled = false
  }
  for (const one of wanted) {
    if (!(await applyOver(cluster, one, installed, signal))) isSettled = false
  }
  for (const one of installed.configurations) {
    const isWanted = wanted.some(
      ({ resource, object }) => resource === one.resource && object.metadata.name === one.object.metadata.name,
    )
    if (!isWanted) await remove(cluster, one, signal)
  }
  return isSettled
}

async function applyOver(
  cluster: WebhookCluster,
  { resource, object }: Manifest<WebhookConfiguration>,
  { configurations }: InstalledWebhooks,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const live = configurations.find(
    (one) => one.resource === resource && one.object.metadata.name === object.metadata.name,
  )
  if (live !== undefined && isWithin(object, live.object)) return true
  const { resourceVersion } = live?.object.metadata ?? {}
  const metadata = { ...object.metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) }
  const options = { fieldManager: webhooksFieldManager, force: true, signal }
  await cluster.apply(resource, { ...object, metadata } as typeof object, options)
  return false
}

/** Changes only the conversion, and only in an existing CRD: other managers own the rest. */
async function convertBy(
  cluster: WebhookCluster,
  definition: ObjectOf<typeof CustomResourceDefinition>,
  options: WebhookConfigurationOptions & InstallOptions,
): Promise<boolean> {
  const { name, resourceVersion } = definition.metadata
  const conversion = {
    strategy: 'Webhook',
    webhook: { clientConfig: conversionWebhook(options), conversionReviewVersions: ['v1'] },
  }
  const live = definition.spec.conversion
  if (isWithin(conversion, live)) return true
  // Keeps a CA bundle that was injected by another controller, if none is configured here.
  const injected = live?.webhook?.clientConfig?.caBundle
  const { clientConfig } = conversion.webhook
  const kept = clientConfig.caBundle === undefined && injected !== undefined ? { caBundle: injected } : {}
  const value = { ...conversion, webhook: { ...conversion.webhook, clientConfig: { ...clientConfig, ...kept } } }
  const patch = [
    // A precondition: with another version the server returns a conflict.
    { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion as never },
    { op: 'add', path: '/spec/conversion', value: value as never },
  ] as const
  const { signal } = options
  await cluster.patch(CustomResourceDefinition, { name }, patch, { fieldManager: webhooksFieldManager, signal })
  return false
}

async function ownConfigurations(
  cluster: WebhookCluster,
  name: string,
  signal: AbortSignal | undefined,
): Promise<readonly Installed[]> {
  const found: Installed[] = []
  for (const step of Object.keys(configurationKinds) as AdmissionStep[]) {
    const resource = configurationKinds[step]
    const { items } = await cluster.list(resource, { labels: { [webhooksLabel]: name }, signal })
    found.push(...items.map((object) => ({ resource, object })))
  }
  return found
}

async function remove(cluster: WebhookCluster, { resource, object }: Installed, signal?: AbortSignal): Promise<void> {
  const { name, uid } = object.metadata
  await find(cluster.delete(resource, { name }, { preconditions: { uid }, signal }))
}

function noDefinition(name: string): Error {
  return webhookErrors('KW_WEBHOOK_INSTALL', {
    what: `install the conversion webhook of ${name}`,
    why: 'the cluster has no CustomResourceDefinition of that name',
    next: 'Install the CustomResourceDefinition first.',
    details: { name },
  })
}

function notOurs({ kind }: WebhookConfiguration, name: string): Error {
  return webhookErrors('KW_WEBHOOK_INSTALL', {
    what: `apply the ${kind} ${name}`,
    why: `the cluster has one without the label ${webhooksLabel}, so another program owns it`,
    next: 'Choose another `name`, or delete the existing one.',
    details: { kind, name },
  })
}
