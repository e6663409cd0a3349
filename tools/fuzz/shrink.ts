/** Shrinks a failing run: fewer requests first, then smaller ones. */
import { isJsonObject } from '@kubewright/core/json'
import type { FuzzRequest } from './fuzz-request.ts'

/** Whether requests still fail in the same way. */
export type StillFails = (requests: readonly FuzzRequest[]) => Promise<boolean>

/** @param tries maximum number of attempts */
export async function shrink(
  requests: readonly FuzzRequest[],
  stillFails: StillFails,
  tries = 150,
): Promise<readonly FuzzRequest[]> {
  let left = tries
  const fails: StillFails = async (some) => left-- > 0 && (await stillFails(some))
  const last = requests.at(-1)
  if (last !== undefined && (await fails([last]))) return shrinkEach([last], fails)
  return shrinkEach(await fewer(requests, fails), fails)
}

/** Removes a half, a quarter, an eighth… as long as it still fails. */
async function fewer(requests: readonly FuzzRequest[], fails: StillFails): Promise<readonly FuzzRequest[]> {
  let kept = requests
  for (let size = kept.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < kept.length; ) {
      const without = kept.toSpliced(at, size)
      if (without.length > 0 && (await fails(without))) kept = without
      else at += size
    }
  }
  return kept
}

async function shrinkEach(requests: readonly FuzzRequest[], fails: StillFails): Promise<readonly FuzzRequest[]> {
  let kept = requests
  for (let at = kept.length - 1; at >= 0; at--) {
    for (let isSmaller = true; isSmaller; ) {
      isSmaller = false
      for (const smaller of smallerRequests(kept[at]!)) {
        const tried = kept.with(at, smaller)
        if (!(await fails(tried))) continue
        kept = tried
        isSmaller = true
        break
      }
    }
  }
  return kept
}

function* smallerRequests(request: FuzzRequest): Generator<FuzzRequest, void, void> {
  const { path, headers, body, ...rest } = request
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...fewerHeaders } = headers
    yield { ...request, headers: fewerHeaders }
  }
  const [place = '', query] = path.split('?')
  const parts = query?.split('&') ?? []
  for (let at = 0; at < parts.length; at++) {
    const fewerParts = parts.toSpliced(at, 1)
    yield { ...request, path: fewerParts.length === 0 ? place : `${place}?${fewerParts.join('&')}` }
  }
  if (body === undefined) return
  yield { path, headers, ...rest }
  for (const smaller of smallerBodies(body)) yield { ...request, body: Buffer.from(smaller) }
}

function* smallerBodies(body: Uint8Array): Generator<string | Uint8Array, void, void> {
  const value = parsedBody(body)
  if (value !== undefined) for (const smaller of smallerValues(value)) yield JSON.stringify(smaller)
  else if (body.length > 8) {
    yield body.subarray(0, body.length >> 1)
    yield body.subarray(body.length >> 2)
  }
}

function parsedBody(body: Uint8Array): unknown {
  try {
    const value = JSON.parse(Buffer.from(body).toString()) as unknown
    JSON.stringify(value) // a value nested too deep to be serialized is shrunk as bytes
    return value
  } catch {
    return undefined
  }
}

/** One part less, or one part smaller. */
function* smallerValues(value: unknown, depth = 0): Generator<unknown, void, void> {
  if (depth > 50) return
  if (typeof value === 'string' && value.length > 8) yield value.slice(0, value.length >> 1)
  if (Array.isArray(value)) {
    if (value.length > 4) yield value.slice(0, value.length >> 1)
    for (let at = 0; at < Math.min(value.length, 20); at++) yield value.toSpliced(at, 1)
    for (let at = 0; at < Math.min(value.length, 20); at++) {
      for (const smaller of smallerValues(value[at], depth + 1)) yield value.with(at, smaller)
    }
  }
  if (!isJsonObject(value)) return
  const keys = Object.keys(value).slice(0, 30)
  for (const key of keys) {
    const { [key]: _, ...rest } = value
    yield rest
  }
  for (const key of keys) for (const smaller of smallerValues(value[key], depth + 1)) yield { ...value, [key]: smaller }
}
