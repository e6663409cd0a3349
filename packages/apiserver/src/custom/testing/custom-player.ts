/** Plays requests on a server and describes each response in one line. */

import { sortKeys } from '../../go/go-json.ts'
import type { Answer, Send } from '../../testing/play-request.ts'
import { type Answers, customPlays, type PlayStep } from './custom-plays.ts'

/** Waits for the consequences of a step. */
export type Settle = (waitMs: number) => Promise<void>

/** Lines by step name. */
export async function playCustom(send: Send, settle: Settle): Promise<Readonly<Record<string, string>>> {
  const lines: [string, string][] = []
  const bodies: Record<string, unknown> = {}
  for (const step of customPlays) {
    const answer = await send(step.path, { ...step, body: bodyOf(step, bodies) })
    await settle(step.waitMs ?? 0)
    bodies[step.name] = answer.body
    lines.push([step.name, lineOf(answer)])
  }
  return Object.fromEntries(lines)
}

function bodyOf({ body, bodyOf: make }: PlayStep, answers: Answers): unknown {
  return make === undefined ? body : make(answers)
}

interface Status {
  readonly kind?: string
  readonly message?: string
  readonly reason?: string
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message?: string }[] }
}

function lineOf({ status, headers, body }: Answer): string {
  const warnings = [headers['warning'] ?? []].flat().flatMap((text) => text.split(/, (?=299 - )/))
  const told = warnings.sort().map((text) => ` [${text.replace(/^299 - /, '')}]`)
  return masked(`${status}${told.join('')} ${shown(body)}`)
}

/** Sorts the causes, which have no order on the server. */
function shown(body: unknown): string {
  if (typeof body === 'string') return body
  const { kind, message = '', details } = body as Status
  if (kind !== 'Status') return JSON.stringify(sortKeys(withoutOwners(body)))
  const causes = details?.causes ?? []
  if (causes.length < 2) return message
  const texts = causes.map((cause) => `${cause.field}: ${cause.message}`).sort()
  return `${message.split(' is invalid: ')[0]}\n${texts.join('\n')}`
}

/** Drops managed fields, which other tests cover, and repeated column definitions. */
function withoutOwners(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwners)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'managedFields' && key !== 'columnDefinitions')
  return Object.fromEntries(kept.map(([key, item]: [string, unknown]) => [key, withoutOwners(item)]))
}

const changing: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/\b(?:20[2-9]\d|1970)-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>'],
  [/("resourceVersion":)"\d+"/g, '$1"<version>"'],
  [/"\d+(?:s|m|m\d+s)"(?=[,\]])/g, '"<age>"'],
]

function masked(text: string): string {
  return changing.reduce((line, [pattern, mask]) => line.replace(pattern, mask), text)
}
