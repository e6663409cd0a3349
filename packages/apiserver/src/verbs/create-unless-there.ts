/** Create-or-update: when several clients create the same object concurrently, the first creates it and the others update it. */
import type { ServerResponse } from '../request/exchange.ts'
import { StatusError } from '../status/status.ts'
import type { Version } from '../storage/version.ts'
import { type Call, collectionOf } from '../kinds/call.ts'
import { keyOfCall } from './modify.ts'

export type CreatedOrThere = { readonly response: ServerResponse } | { readonly version: Version }

/** @param create may be called several times, if the object is created and deleted meanwhile */
export async function createUnlessThere(call: Call, create: () => Promise<ServerResponse>): Promise<CreatedOrThere> {
  const find = () => collectionOf(call).read(keyOfCall(call))
  for (;;) {
    const version = find()
    if (version !== undefined) return { version }
    try {
      return { response: await create() }
    } catch (error) {
      // A webhook may return the same reason for another object.
      if (!(isThere(error) && find() !== undefined)) throw error
    }
  }
}

function isThere(error: unknown): boolean {
  return error instanceof StatusError && error.status.reason === 'AlreadyExists'
}
