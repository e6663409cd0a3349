/** DeleteOptions sent as a request body. */
import type { EncodedBody } from './codec.ts'
import { badRequest } from '../status/failures.ts'
import { builtInCodec } from './built-in-codec.ts'
import { DecodeFailure } from './decode-failure.ts'
import type { GoValue } from '../go/go-value.ts'

const codec = builtInCodec({ group: 'meta.k8s.io', version: 'v1', kind: 'DeleteOptions' })

/** Returns the options without kind and apiVersion. Failure: a 400 with only the reason. Unknown fields are ignored. */
export async function decodeDeleteOptions(body: EncodedBody): Promise<GoValue> {
  try {
    const { kind: _kind, apiVersion: _apiVersion, ...options } = (await codec.decodeBody(body)).object
    return options
  } catch (error) {
    throw error instanceof DecodeFailure ? badRequest(error.why) : error
  }
}
