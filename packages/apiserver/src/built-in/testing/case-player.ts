/** Runs a case on a server and summarizes each response in one line. */
import { diffMergePatch, type JsonValue } from '@kubewright/core/json'
import type { Answer, Send } from '../../testing/play-request.ts'
import type { BuiltInCase, CaseStep } from './built-in-cases.ts'

export const caseNamespace = 'kw-built-in'

/** Creates the namespace of the cases. */
export async function prepareCases(send: Send): Promise<void> {
  await send('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: caseNamespace } } })
}

/** Lines by step name; the first is that of the case itself. */
export async function playCase(send: Send, one: BuiltInCase): Promise<Readonly<Record<string, string>>> {
  const collection = one.isNamespaced ? one.path.replace(/([^/]+)$/, `namespaces/${caseNamespace}/$1`) : one.path
  const steps = Object.entries(one.steps)
  const created = await send(steps.length > 0 ? collection : `${collection}?dryRun=All`, {
    method: 'POST',
    body: one.body,
  })
  const lines: Record<string, string> = { '': lineOf(one.body, created, one.body) }
  const { metadata } = created.body as { metadata: { name?: string } }
  const path = `${collection}/${metadata.name ?? ''}`
  let live = created.body
  for (const [name, step] of steps) {
    const answer = await playStep(send, path, step)
    const isWhole = step.at === undefined || step.at === 'status'
    lines[name] = lineOf(isWhole ? live : {}, answer, [one.body, step.patch])
    if (step.isKept === true) live = answer.body
  }
  if (steps.length > 0 && created.status === 201) await cleanUp(send, path, metadata.name ?? '')
  return lines
}

async function cleanUp(send: Send, path: string, name: string): Promise<void> {
  await send(`${path}?gracePeriodSeconds=0&propagationPolicy=Background`, { method: 'DELETE' })
  // No controller removes the finalizers that admission adds.
  const headers = { 'content-type': 'application/merge-patch+json' }
  await send(path, { method: 'PATCH', headers, body: { metadata: { finalizers: null } } })
  // No namespace controller runs here, so the namespace must be finalized explicitly.
  if (path.startsWith('/api/v1/namespaces/') && path.split('/').length === 5) {
    await send(`${path}/finalize`, { method: 'PUT', body: { metadata: { name }, spec: { finalizers: [] } } })
  }
}

function playStep(send: Send, path: string, { at, patch, table, isKept }: CaseStep): Promise<Answer> {
  const target = at === undefined ? path : `${path}/${at}`
  if (table === true) return send(path, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } })
  if (patch === undefined) return send(target, {})
  const headers = { 'content-type': 'application/merge-patch+json' }
  return send(isKept === true ? target : `${target}?dryRun=All`, { method: 'PATCH', headers, body: patch })
}

/** A status code and a message, or the difference between the request and the returned object. */
export function lineOf(given: unknown, { status, headers, body }: Answer, sent: unknown): string {
  const warnings = [headers['warning'] ?? []].flat().flatMap((text) => text.split(/, (?=299 - )/))
  const told = warnings.map((text) => ` [${text.replace(/^299 - /, '')}]`).join('')
  const { kind, message, columnDefinitions, rows } = body as TableOrStatus
  if (kind === 'Status') return masked(sent, `${status}${told} ${withoutDiff(message ?? '')}`)
  if (kind === 'Table') return masked(sent, `${status}${told} ${tableText(columnDefinitions, rows)}`)
  const patch = diffMergePatch(comparable(given) as JsonValue, comparable(body) as JsonValue)
  return masked(sent, `${status}${told} ${JSON.stringify(patch)}`)
}

/** Strips diffs of the server's internal types from messages, which other servers cannot reproduce. */
function withoutDiff(message: string): string {
  return message
    .replace(/\n@@[\s\S]*\n(?=\]?$)/, '')
    .replace(/(spec\.template: Invalid value: ).*(: field is immutable)/, '$1<template>$2')
}

interface TableOrStatus {
  readonly kind?: string
  readonly message?: string
  readonly columnDefinitions?: readonly { readonly name: string; readonly priority: number }[]
  readonly rows?: readonly { readonly cells: readonly unknown[] }[]
}

function tableText(columns: TableOrStatus['columnDefinitions'], rows: TableOrStatus['rows']): string {
  const names = (columns ?? []).map(({ name, priority }) => `${name}${priority > 0 ? '*' : ''}`)
  return `${names.join('|')} ${JSON.stringify(rows?.map(({ cells }) => cells))}`
}

interface Written {
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly spec?: Readonly<Record<string, unknown>>
}

const added = new Set(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'])
const protections = new Set([
  'kubernetes.io/pvc-protection',
  'kubernetes.io/pv-protection',
  'kubernetes.io/vac-protection',
])

/** Drops values that vary between runs, and those that admission adds, which is tested elsewhere. */
function comparable(value: unknown): unknown {
  const { metadata = {}, spec, ...rest } = value as Written
  const { managedFields: _, resourceVersion: __, uid: ___, creationTimestamp: ____, ...kept } = metadata
  const finalizers = (kept['finalizers'] as string[] | undefined)?.filter((one) => !protections.has(one))
  const { finalizers: _____, ...named } = kept
  return sorted({
    ...rest,
    metadata: finalizers === undefined || finalizers.length === 0 ? named : { ...named, finalizers },
    ...(spec === undefined ? {} : { spec: withoutScheduling(spec) }),
  })
}

function withoutScheduling(spec: Readonly<Record<string, unknown>>): object {
  const { tolerations, taints, priority, preemptionPolicy, ...rest } = spec as {
    readonly taints?: readonly { readonly key?: string }[]
    readonly tolerations?: readonly { readonly key?: string; readonly tolerationSeconds?: number }[]
    readonly priority?: number
    readonly preemptionPolicy?: string
  }
  const own = tolerations?.filter(({ key = '', tolerationSeconds }) => !(added.has(key) && tolerationSeconds === 300))
  const ownTaints = taints?.filter(({ key = '' }) => !added.has(key))
  return {
    ...rest,
    ...(ownTaints === undefined || ownTaints.length === 0 ? {} : { taints: ownTaints }),
    ...(own === undefined || own.length === 0 ? {} : { tolerations: own }),
    ...(priority === undefined || priority === 0 ? {} : { priority }),
    ...(preemptionPolicy === undefined || preemptionPolicy === 'PreemptLowerPriority' ? {} : { preemptionPolicy }),
  }
}

/** Lists keep their order; fields are sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  // A null in a merge patch means deletion.
  if (value === null) return '<null>'
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]))
}

const changing: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/\b20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/\b1970-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/\b10\.0\.0\.(0|1[6-9]|[2-9]\d|1\d\d|2[0-5]\d)\b(?!\/)/g, '<ip>'],
  [/\b3[0-2]\d{3}\b/g, '<port>'],
  [/"\d+(s|m|h|d)(\d+s)?"(?=[,\]])/g, '"<age>"'],
]

/** Masks the ids, times, addresses and ports that the server chooses; values from the request stay. */
function masked(given: unknown, text: string): string {
  const sent = JSON.stringify(given)
  return changing.reduce(
    (line, [pattern, mask]) =>
      line.replace(pattern, (found) => (sent.includes(found) && mask !== '<uid>' && mask !== '<time>' ? found : mask)),
    text,
  )
}
