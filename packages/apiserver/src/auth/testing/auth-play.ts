/** Runs the steps on a server and keeps the parts that must agree: UIDs, times, versions and tokens differ from run to run. */
import type { Answer, Send } from '../../testing/play-request.ts'
import type { AuthStep } from './auth-steps.ts'

/** Returns one line for each step: `403 nosniff {...}`. */
export async function playSteps(
  steps: readonly AuthStep[],
  send: Send,
  issuer: string,
): Promise<Record<string, string>> {
  const kept = new Map([['issuer', issuer]])
  const answers: Record<string, string> = {}
  for (const step of steps) {
    const headers = {
      ...(step.token === undefined ? {} : { authorization: `Bearer ${kept.get(step.token)}` }),
      ...step.headers,
    }
    const body = step.usesTokens ? fillTokens(step.body, kept) : step.body
    const answer = await send(step.path, { method: step.method ?? 'GET', headers, body })
    if (step.keeps !== undefined) keepToken(kept, step.keeps, answer.body)
    answers[step.name] = describe(answer, issuer)
  }
  return answers
}

function keepToken(kept: Map<string, string>, name: string, body: unknown): void {
  const { token = '' } = (body as { status?: { token?: string } }).status ?? {}
  const [head = '', claims = '', signature = ''] = token.split('.')
  kept.set(name, token)
  // The reversed signature has the right length, but is invalid.
  kept.set(`${name}:signature`, `${head}.${claims}.${Array.from(signature).reverse().join('')}`)
}

function fillTokens(body: unknown, kept: ReadonlyMap<string, string>): unknown {
  const text = JSON.stringify(body).replace(/\{\{([\w:]+)\}\}/g, (_, name: string) => kept.get(name) ?? '')
  return JSON.parse(text)
}

function describe({ status, headers, body }: Answer, issuer: string): string {
  const sniff = headers['x-content-type-options'] === undefined ? '' : ' nosniff'
  const warning = headers['warning'] === undefined ? '' : ` ${String(headers['warning'])}`
  const text = typeof body === 'string' ? body : JSON.stringify(withoutManagers(sorted(body)))
  return `${status}${sniff}${warning} ${masked(text.replaceAll(issuer, 'ISSUER'))}`
}

const masks: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+(\.x)?/g, 'TOKEN'],
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'UID'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME'],
  [/"resourceVersion":"\d+"/g, '"resourceVersion":"1"'],
]

function masked(text: string): string {
  return masks.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), text)
}

/** A real server lists bindings in no particular order; rules and missing roles are compared as sets. */
function sorted(body: unknown): unknown {
  const object = body as {
    status?: { resourceRules?: unknown[]; nonResourceRules?: unknown[]; evaluationError?: string }
  }
  if (typeof object.status !== 'object' || object.status === null) return sortedMessage(body)
  const { resourceRules, nonResourceRules, evaluationError } = object.status
  if (resourceRules === undefined) return body
  const inOrder = (rules: readonly unknown[]) =>
    rules
      .map((rule) => JSON.stringify(rule))
      .sort()
      .map((rule) => JSON.parse(rule))
  const status = {
    ...object.status,
    resourceRules: inOrder(resourceRules),
    nonResourceRules: inOrder(nonResourceRules ?? []),
    ...(evaluationError === undefined ? {} : { evaluationError: sortedList(evaluationError) }),
  }
  return { ...object, status }
}

function sortedMessage(body: unknown): unknown {
  const { message } = body as { message?: string }
  return message === undefined ? body : { ...(body as object), message: sortedList(message) }
}

/** `[a not found, b not found]`, sorted. */
export function sortedList(text: string): string {
  return text.replace(
    /\[([^[\]]* not found(?:, [^[\]]* not found)+)\]/,
    (_, list: string) => `[${list.split(', ').sort().join(', ')}]`,
  )
}

function withoutManagers(body: unknown): unknown {
  const { metadata } = body as { metadata?: { managedFields?: unknown } }
  if (metadata?.managedFields === undefined) return body
  const { managedFields: _, ...kept } = metadata
  return { ...(body as object), metadata: kept }
}
