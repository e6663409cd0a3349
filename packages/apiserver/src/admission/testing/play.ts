/**
 * Plays: webhooks and policies to set up, requests to send, and everything that must agree between this server and a real
 * one: the responses, the calls to webhooks, and the audit annotations.
 */

import type { Answer } from '../../testing/play-request.ts'

export interface Play {
  readonly name: string
  /** Created before the first step, and deleted after the last. */
  readonly given?: readonly Given[]
  readonly steps: readonly Step[]
  /** Whether to compare the reviews sent to webhooks, not only which webhooks were called. */
  readonly showsReviews?: boolean
  /** Whether webhooks are called in no particular order. */
  readonly asksAtOnce?: boolean
}

export interface Given {
  /** Path of the collection. */
  readonly path: string
  readonly body: { readonly metadata: { readonly name: string } }
}

export interface Step {
  /** @default 'POST' */
  readonly method?: string
  readonly path: string
  /** The content type. @default JSON */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** How long the server waits for a webhook that never answers. */
  readonly takesMs?: number
}

/** A call that a webhook received. */
export interface Asked {
  /** With its query. */
  readonly path: string
  readonly review: unknown
}

/** A server to run plays on. */
export interface Stage {
  send(step: Step, auditId: string): Promise<Answer>
  /** The audit annotations of the request. */
  notes(auditId: string): Promise<Readonly<Record<string, string>>>
  /** The calls to webhooks since the last time this was read. */
  takeAsked(): readonly Asked[]
  /** Waits until the new configuration is in force. */
  settle(play: Play): Promise<void>
  /** Base address of the webhooks: `https://127.0.0.1:8443`. */
  readonly webhooksUrl: string
  /** CA bundle of the webhooks, in base64. */
  readonly caBundle: string
}

/** Runs a play. Returns one line for each step. */
export async function perform(play: Play, stage: Stage): Promise<readonly string[]> {
  const given = filled(play.given ?? [], stage)
  for (const { path, body } of given) await expectCreated(stage.send({ path, body }, 'given'), play)
  if (given.length > 0) await stage.settle(play)
  stage.takeAsked()
  const lines: string[] = []
  for (const [at, step] of filled(play.steps, stage).entries()) {
    const id = `${play.name} ${at}`.replaceAll(/[^\w]+/g, '-')
    const answer = await stage.send(step, id)
    const seen = { ...answer, asked: stage.takeAsked(), notes: await stage.notes(id) }
    lines.push(lineOf(play, seen).replaceAll(stage.webhooksUrl, 'https://HOOKS'))
  }
  for (const { path, body } of [...given].reverse()) {
    await stage.send({ method: 'DELETE', path: `${path}/${body.metadata.name}` }, 'given')
  }
  return lines
}

function filled<Value>(value: Value, { webhooksUrl, caBundle }: Stage): Value {
  const text = JSON.stringify(value).replaceAll('{{hooks}}', webhooksUrl).replaceAll('{{ca}}', caBundle)
  return JSON.parse(text) as Value
}

async function expectCreated(answer: Promise<Answer>, { name }: Play): Promise<void> {
  const { status, body } = await answer
  if (status !== 201) throw new Error(`${name}: what is given is refused with ${status}: ${JSON.stringify(body)}`)
}

interface Seen extends Answer {
  readonly asked: readonly Asked[]
  readonly notes: Readonly<Record<string, string>>
}

function lineOf({ showsReviews, asksAtOnce }: Play, { status, headers, body, asked, notes }: Seen): string {
  const warnings = headers['warning']
  const paths = asked.map(({ path }) => path)
  const reviews = showsReviews ? asked : asksAtOnce ? paths.sort() : paths
  const line = {
    status,
    body,
    ...(warnings === undefined ? {} : { warnings: [warnings].flat().join(', ') }),
    ...(Object.keys(notes).length === 0 ? {} : { notes }),
    ...(asked.length === 0 ? {} : { asked: reviews }),
  }
  return masked(JSON.stringify(canonical(line)))
}

/** Sorts the keys, and drops the managed fields, which other tests cover. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'managedFields')
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, canonical(one)]))
}

const masks: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'UID'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME'],
  [/"resourceVersion":"\d+"/g, '"resourceVersion":"1"'],
  [/\bgen-[a-z\d]{5}\b/g, 'gen-NAME'],
]

/** Go iterates over maps in random order. */
const unordered = /(?<=may not mutate atomic arrays, maps or structs: )[^"]*/g

function masked(text: string): string {
  const ordered = text.replaceAll(unordered, (fields) => fields.split(', ').sort().join(', '))
  return masks.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), ordered)
}

/** The annotations about admission; the others are unrelated, or differ from run to run. */
export function admissionNotes(notes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const others = /^(authorization|apiserver\.latency|pod-security|authentication)\./
  return Object.fromEntries(Object.entries(notes).filter(([key]) => !others.test(key)))
}
