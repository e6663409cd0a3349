/** Finds stored objects that a new definition of their kind would reject. */
import { ApiError, type Client, isInvalid } from '@kubewright/client'
import { formatRef } from '@kubewright/core'
import type { DescribedCrd } from '../project/project-description.ts'
import type { BrokenObject } from './dev-event.ts'

/** Limits of the objects checked, and of those shown. */
const lookLimit = 500
const showLimit = 5

export interface BrokenObjects {
  readonly objects: readonly BrokenObject[]
  /** How many further objects are broken. */
  readonly more: number
}

/** Creates each stored object again as a dry run. An update would not do: one that leaves the object as it was is always accepted. */
export async function findBrokenObjects(client: Client, { object }: DescribedCrd): Promise<BrokenObjects> {
  const { group, names, versions } = object.spec
  const version = versions.find(({ storage }) => storage)?.name ?? ''
  const resource = await client.discover({ apiVersion: `${group}/${version}`, kind: names.kind })
  const { items } = await client.list(resource, { limit: lookLimit }).catch((error: unknown) => {
    // The conversion webhook may not run yet. Stored objects cannot be checked then.
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

/** Only violations of the definition count. AlreadyExists and an unavailable webhook do not. */
async function refusalOf(create: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await create()
  } catch (error) {
    if (isInvalid(error)) return causesOf(error)
  }
  return undefined
}

/** `spec.color: Required value`, without the server's prefix. */
function causesOf({ message }: Error): string {
  return /is invalid: (.*)$/s.exec(message)?.[1]?.trim() ?? message
}
