/**
 * Plays: webhooks and policies that are set up, requests that are sent, and everything that must agree between our server
 * and a real one: the answers, what webhooks were asked, and what the audit was told.
 */

export interface Play {
  readonly name: string
  /** Made before the first step, and deleted after the last. */
  readonly given?: readonly Given[]
  readonly steps: readonly Step[]
  /** Whether the reviews count that webhooks were sent, not only which were. */
  readonly showsReviews?: boolean
  /** Whether webhooks are asked in no particular order. */
  readonly asksAtOnce?: boolean
}

export interface Given {
  /** Of the collection. */
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
  /** How long the server waits for somebody who never answers. */
  readonly takesMs?: number
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
}

/** A call that a webhook received. */
export interface Asked {
  /** With its query. */
  readonly path: string
  readonly review: unknown
}

/** A server to play on. */
export interface Stage {
  send(step: Step, auditId: string): Promise<Answer>
  /** What the audit notes of the request. */
  notes(auditId: string): Promise<Readonly<Record<string, string>>>
  /** What webhooks were asked since somebody last wanted to know. */
  takeAsked(): readonly Asked[]
  /** Waits until what was just set up is in force. */
  settle(play: Play): Promise<void>
  /** Where webhooks are: `https://127.0.0.1:8443`. */
  readonly webhooksUrl: string
  /** Who vouches for them, in base64. */
  readonly caBundle: string
}

/** One line a step. */
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

/** Keys in order, and nothing of who manages what: that is told elsewhere. */
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

/** Go walks a map in another order each time. */
const unordered = /(?<=may not mutate atomic arrays, maps or structs: )[^"]*/g

function masked(text: string): string {
  const ordered = text.replaceAll(unordered, (fields) => fields.split(', ').sort().join(', '))
  return masks.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), ordered)
}

/** Notes that say something of admission; the others are about other things, or differ from run to run. */
export function admissionNotes(notes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const others = /^(authorization|apiserver\.latency|pod-security|authentication)\./
  return Object.fromEntries(Object.entries(notes).filter(([key]) => !others.test(key)))
}
