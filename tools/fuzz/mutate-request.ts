/** Changes a valid request in one or a few places. */
import type { Dice } from './dice.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { writeJson } from './hostile-json.ts'
import { hostileText, plainName } from './hostile-text.ts'
import { mutateJson } from './mutate-json.ts'
import { damagedBytes } from './requests/bodies.ts'
import { hostileHeaders } from './requests/headers.ts'
import { asUrl, encodeText, hostileQuery } from './requests/queries.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'get', 'PROPFIND']

export function mutateRequest(dice: Dice, request: FuzzRequest): FuzzRequest {
  let mutated = request
  for (let round = dice.int(3) + 1; round > 0; round--) mutated = mutateOnce(dice, mutated)
  return mutated
}

function mutateOnce(dice: Dice, request: FuzzRequest): FuzzRequest {
  const { path, headers, body } = request
  return dice.weighted<() => FuzzRequest>([
    [body === undefined ? 0 : 8, () => ({ ...request, body: mutateBody(dice, body!) })],
    [3, () => ({ ...request, path: withQuery(path, hostileQuery(dice)) })],
    [2, () => ({ ...request, path: mutatePath(dice, path) })],
    [3, () => ({ ...request, headers: { ...headers, ...hostileHeaders(dice) } })],
    [1, () => ({ ...request, method: dice.pick(methods) })],
  ])()
}

function mutateBody(dice: Dice, body: Uint8Array): Uint8Array {
  if (dice.chance(0.1)) return damagedBytes(dice, body)
  try {
    return Buffer.from(writeJson(mutateJson(dice, JSON.parse(Buffer.from(body).toString()))))
  } catch {
    return damagedBytes(dice, body) // a case may send invalid JSON on purpose
  }
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}

function mutatePath(dice: Dice, path: string): string {
  const [place = '', query] = path.split('?')
  const parts = place.split('/')
  const at = dice.int(parts.length)
  const changed = dice.weighted<() => readonly string[]>([
    [3, () => parts.with(at, encodeText(hostileText(dice)))],
    [1, () => parts.with(at, asUrl(hostileText(dice)).replaceAll(/[?#]/g, ''))],
    [2, () => parts.with(at, plainName(dice))],
    [1, () => parts.toSpliced(at, 1)],
    [
      1,
      () => [
        ...parts,
        dice.pick(['status', 'scale', 'eviction', 'log', 'proxy', 'exec', 'token', 'finalize', 'a', '']),
      ],
    ],
    [1, () => ['', ...parts]],
  ])()
  const text = changed.join('/').slice(0, 100_000)
  return `${text.startsWith('/') ? '' : '/'}${text}${query === undefined ? '' : `?${query}`}`
}
