/** Conversion by a webhook, with a ConversionReview. */
import { getOwn, isJsonObject } from '@kubewright/core/json'
import type { Ids } from '@kubewright/core/random'
import type { Draft } from '../../object/draft.ts'
import type { WebhookAddress, WebhookTransport } from '../../outbound/webhook-transport.ts'
import { readAnswer } from '../../outbound/rest-answer.ts'
import { plainFailure } from '../../status/failures.ts'
import type { ConversionClient } from '../definition/definition.ts'
import type { Conversion } from './conversion.ts'
import { convertedObjects, ReviewFailure } from './conversion-answer.ts'
import { restoredMetadata } from './restored-metadata.ts'

export interface WebhookConversionOptions {
  readonly client: ConversionClient
  /** The review versions that the webhook supports, in order of preference. */
  readonly reviewVersions: readonly string[]
  readonly transport: WebhookTransport
  readonly ids: Ids
}

/** The fixed timeout of conversion webhooks. */
const timeoutMs = 30_000
const query = { timeout: '30s' }

/** The request contains an empty response, as Go serializes it. */
const unfilled = { uid: '', convertedObjects: null, result: { metadata: {} } }

export function webhookConversion(options: WebhookConversionOptions): Conversion {
  return {
    async convert(objects, apiVersion) {
      const strangers = objects.filter((object) => object.apiVersion !== apiVersion)
      if (strangers.length === 0) return objects
      const converted = await ask(options, strangers, apiVersion)
      let next = 0
      return objects.map((object) => (object.apiVersion === apiVersion ? object : converted[next++]!))
    },
  }
}

async function ask(
  options: WebhookConversionOptions,
  objects: readonly Draft[],
  apiVersion: string,
): Promise<readonly Draft[]> {
  const { ids, transport, client } = options
  const subject = `conversion webhook for ${formatType(objects[0]!)}`
  const version = options.reviewVersions.find((one) => one === 'v1' || one === 'v1beta1')
  if (version === undefined) throw plainFailure('no supported conversion review versions')
  const uid = ids.uuid()
  const review = { kind: 'ConversionReview', apiVersion: `apiextensions.k8s.io/${version}` }
  const body = JSON.stringify({
    ...review,
    request: { uid, desiredAPIVersion: apiVersion, objects },
    response: unfilled,
  })
  const converted = await orFail(subject, async () => {
    const answer = readAnswer(await transport({ address: addressOf(client), query, body, timeoutMs }))
    return convertedObjects(answer, { uid, version })
  })
  if (converted.length !== objects.length) {
    throw plainFailure(`${subject} returned ${converted.length} objects, expected ${objects.length}`)
  }
  return objects.map((object, at) => accepted(object, readObject(converted[at]), { subject, apiVersion }))
}

async function orFail<Result>(subject: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw plainFailure(`${subject} failed: ${(error as Error).message}`)
  }
}

interface Asked {
  readonly subject: string
  readonly apiVersion: string
}

/**
 * The converted value as an object.
 *
 * Failure: a Status with the message of Go's decoder.
 */
function readObject(converted: unknown): Draft {
  if (converted === null) throw plainFailure('unexpected end of JSON input')
  if (!isJsonObject(converted)) {
    const type = Array.isArray(converted) ? 'array' : typeof converted === 'boolean' ? 'bool' : typeof converted
    throw plainFailure(`json: cannot unmarshal ${type} into Go value of type map[string]interface {}`)
  }
  const kind = getOwn(converted, 'kind')
  if (typeof kind !== 'string' || kind === '')
    throw plainFailure(`Object 'Kind' is missing in '${JSON.stringify(converted)}'`)
  return converted as unknown as Draft
}

/** A string field of unvalidated metadata; empty if it is not a string. */
function textIn(metadata: unknown, field: string): string {
  const value = isJsonObject(metadata) ? getOwn(metadata, field) : undefined
  return typeof value === 'string' ? value : ''
}

/** The converted object, if its identity is unchanged. */
function accepted(object: Draft, given: Draft, { subject, apiVersion }: Asked): Draft {
  const { kind } = given
  const version = textIn(given, 'apiVersion')
  const at = `${subject} returned invalid object at index 0`
  if (version !== apiVersion) {
    throw plainFailure(`${at}: invalid groupVersion (expected ${apiVersion}, received ${version})`)
  }
  if (kind !== object.kind) throw plainFailure(`${at}: invalid kind (expected ${object.kind}, received ${kind})`)
  for (const [field, name] of identity) {
    const [before, after] = [object.metadata[field] ?? '', textIn(given.metadata, field)]
    if (before !== after) {
      throw plainFailure(`${subject} returned invalid object: must have the same ${name}: ${before} != ${after}`)
    }
  }
  try {
    return { ...given, metadata: restoredMetadata(object.metadata, given.metadata) }
  } catch (error) {
    if (!(error instanceof ReviewFailure)) throw error
    throw plainFailure(`${subject} returned invalid metadata: ${error.message}`)
  }
}

const identity = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const

function formatType({ apiVersion, kind }: Draft): string {
  return `${apiVersion}, Kind=${kind}`
}

/** A blank bundle is treated as absent. */
function addressOf({ url, service, caBundle = '' }: ConversionClient): WebhookAddress {
  const isBlank = Buffer.from(caBundle, 'base64').toString('latin1').trim() === ''
  return {
    ...(url === undefined ? {} : { url }),
    ...(service === undefined ? {} : { service: service as NonNullable<WebhookAddress['service']> }),
    ...(isBlank ? {} : { caBundle }),
  }
}
