/** Writes that create what is not there: whoever comes second when several do so changes what the first one made. */
import type { ServerResponse } from '../request/exchange.ts'
import { StatusError } from '../status/status.ts'
import type { Version } from '../storage/version.ts'
import { type Call, collectionOf } from './call.ts'
import { keyOfCall } from './modify.ts'

export type CreatedOrThere = { readonly response: ServerResponse } | { readonly version: Version }

/** @param create may be asked several times, if the object comes and goes meanwhile */
export async function createUnlessThere(call: Call, create: () => Promise<ServerResponse>): Promise<CreatedOrThere> {
  const find = () => collectionOf(call).read(keyOfCall(call))
  for (;;) {
    const version = find()
    if (version !== undefined) return { version }
    try {
      return { response: await create() }
    } catch (error) {
      // A webhook may say the same, of something else.
      if (!(isThere(error) && find() !== undefined)) throw error
    }
  }
}

function isThere(error: unknown): boolean {
  return error instanceof StatusError && error.status.reason === 'AlreadyExists'
}
