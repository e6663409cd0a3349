/** Writes the status of an object from the reconcile of another key. Skips the request if nothing changed. */
import type { Client } from '@kubewright/client'
import { type Condition, setCondition, type Verdict } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import type { ObjectOf, Resource } from '@kubewright/resource'

export interface StatusChange {
  readonly status: Readonly<Record<string, unknown>>
  readonly conditions: Readonly<Record<string, Verdict>>
}

interface Reported {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string | undefined
    readonly generation?: number | undefined
  }
  readonly status?: object | undefined
}

export interface StatusTarget {
  readonly client: Client
  readonly fieldManager: string
  readonly now: Date
}

/** Returns the current object. */
export async function writeStatus<R extends Resource>(
  resource: R,
  object: Reported & ObjectOf<R>,
  { status, conditions, client, fieldManager, now }: StatusChange & StatusTarget,
): Promise<ObjectOf<R>> {
  const before = object.status as { readonly conditions?: readonly Condition[] } | undefined
  const { generation } = object.metadata
  let list = before?.conditions ?? []
  for (const [type, verdict] of Object.entries(conditions)) {
    const observed = generation === undefined ? {} : { observedGeneration: generation }
    list = setCondition(list, { type, ...verdict, ...observed }, now.getTime())
  }
  const next = { ...withoutUndefined(status), conditions: list, observedGeneration: generation }
  if (deepEqual(withoutUndefined(next), withoutUndefined({ ...before }))) return object
  const { name, namespace } = object.metadata
  const body = { metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, status: withoutUndefined(next) }
  return client.status.apply(resource as never, body as never, { fieldManager, force: true }) as Promise<ObjectOf<R>>
}

function withoutUndefined(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
