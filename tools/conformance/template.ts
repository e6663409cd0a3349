/** Fills the placeholders in the texts and bodies of a case. Pure. */
import { getOwn, isJsonObject } from '@kubewright/core/json'
import type { Edited } from './steps.ts'

export interface Filling {
  /** The values of `{name}` placeholders. */
  readonly words: Readonly<Record<string, string>>
  /** Bodies of earlier responses. */
  readonly saved: ReadonlyMap<string, unknown>
}

/** A placeholder without a saved response becomes empty: the request is sent nevertheless, and the server's error is compared. */
export function fillText(text: string, { words, saved }: Filling): string {
  return text
    .replaceAll(/\{\{([\w-]+)((?:\.[\w-]+)*)\}\}/g, (_, name: string, path: string) => {
      const value = readPath(saved.get(name), path.slice(1))
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''
    })
    .replaceAll(/\{(\w+)\}/g, (place, name: string) => words[name] ?? place)
}

/** Fills every text of a body. `edited(…)` becomes the changed response, a lone `{{saved.path}}` the value itself. */
export function fillBody(body: unknown, filling: Filling): unknown {
  if (typeof body === 'string') return fillText(body, filling)
  if (body instanceof Uint8Array || body === null || typeof body !== 'object') return body
  if (Array.isArray(body)) return body.map((item) => fillBody(item, filling))
  if (isEdited(body)) return applyEdits(body, filling)
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [fillText(key, filling), fillBody(value, filling)]),
  )
}

function isEdited(body: object): body is Edited {
  return '$saved' in body && '$set' in body
}

function applyEdits({ $saved, $set, $remove }: Edited, filling: Filling): unknown {
  const result = structuredClone(filling.saved.get($saved) ?? {}) as Record<string, unknown>
  for (const [path, value] of Object.entries($set)) writePath(result, path, fillBody(value, filling))
  for (const path of $remove) removePath(result, path)
  return result
}

function readPath(value: unknown, path: string): unknown {
  if (path === '') return value
  return path.split('.').reduce<unknown>((current, key) => {
    if (Array.isArray(current)) return current[Number(key)]
    return isJsonObject(current) ? getOwn(current, key) : undefined
  }, value)
}

/** A dot within a key is written `~`: `metadata.annotations.example~dev/x`. */
function partsOf(path: string): string[] {
  return path.split('.').map((part) => part.replaceAll('~', '.'))
}

type Holder = Record<string, unknown>

function writePath(target: Holder, path: string, value: unknown): void {
  const parts = partsOf(path)
  const last = parts.pop()!
  const holder = parts.reduce<Holder>((current, key) => (current[key] ??= {}) as Holder, target)
  holder[last] = value
}

function removePath(target: Holder, path: string): void {
  const parts = partsOf(path)
  const last = parts.pop()!
  const holder = parts.reduce<Holder | undefined>((current, key) => current?.[key] as Holder | undefined, target)
  if (holder) delete holder[last]
}
