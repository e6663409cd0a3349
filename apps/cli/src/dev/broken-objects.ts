/** Finds the objects that a new definition of their kind would no longer let in. */
import { ApiError, type Client, isInvalid } from '@kubewright/client'
import { formatRef } from '@kubewright/core'
import type { DescribedCrd } from '../project/project-description.ts'
import type { BrokenObject } from './dev-event.ts'

/** So many are looked at, and so many shown. */
const lookLimit = 500
const showLimit = 5

export interface BrokenObjects {
  readonly objects: readonly BrokenObject[]
  /** How many more there are. */
  readonly more: number
}

/**
 * Asks the server of each stored object whether it would take it today, as a new one and without keeping it: an object that
 * only stays as it was is let in for ever.
 */
export async function findBrokenObjects(client: Client, { object }: DescribedCrd): Promise<BrokenObjects> {
  const { group, names, versions } = object.spec
  const version = versions.find(({ storage }) => storage)?.name ?? ''
  const resource = await client.discover({ apiVersion: `${group}/${version}`, kind: names.kind })
  const { items } = await client.list(resource, { limit: lookLimit }).catch((error: unknown) => {
    // Who converts between versions may not run yet; then nothing can be said of what is stored.
    if (versions.length > 1 && error instanceof ApiError && (error.status ?? 0) >= 500) return { items: [] }
    throw error
  })
  const broken: BrokenObject[] = []
  for (const { metadata, status: _status, ...rest } of items) {
    const { name, namespace, labels = {} } = metadata
    const copy = { ...rest, metadata: { name, labels, ...(namespace === undefined ? {} : { namespace }) } }
    const why = await refusalOf(() => client.create(resource, copy as never, { dryRun: true }))
    if (why !== undefined) broken.push({ object: `${names.kind} ${formatRef(metadata)}`, why })
  }
  return { objects: broken.slice(0, showLimit), more: Math.max(0, broken.length - showLimit) }
}

/** Only what the definition says counts: that the object exists, or that a webhook is not there yet, is no matter here. */
async function refusalOf(create: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await create()
  } catch (error) {
    if (isInvalid(error)) return causesOf(error)
  }
  return undefined
}

/** `spec.color: Required value`, without what the server says before it. */
function causesOf({ message }: Error): string {
  return /is invalid: (.*)$/s.exec(message)?.[1]?.trim() ?? message
}
