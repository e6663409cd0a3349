/** What a body says it is, which the server finds out before anything else, and more generously. */
import type { GroupVersionKind } from '@kubewright/core'
import { code, JsonText, kindOf } from './json-text.ts'

export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
  /** Why it cannot be found out, in Go's words. */
  readonly problem: string | undefined
}

const names = new Map([
  ['apiversion', 'apiVersion'],
  ['kind', 'kind'],
] as const)

const structText = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`

/** Letters may be small or large here, and of several spellings the last one counts. The text must be JSON. */
export function readTypeMeta(json: string): TypeMeta {
  const text = new JsonText(json)
  const found = { apiVersion: '', kind: '' }
  const next = text.peek()
  if (next === code.n) return { ...found, problem: undefined }
  if (next !== code.open)
    return { ...found, problem: `json: cannot unmarshal ${kindOf(next)} into Go value of type ${structText}` }
  let problem: string | undefined
  text.enter()
  while (text.peek() !== code.close) {
    if (text.peek() === code.comma) text.take()
    const name = names.get(fold(text.key()) as 'kind')
    const value = text.peek()
    if (name !== undefined && value === code.quote) {
      found[name] = text.string()
      continue
    }
    if (name !== undefined && value !== code.n) {
      problem ??= `json: cannot unmarshal ${kindOf(value)} into Go struct field .${name} of type string`
    }
    text.skip()
  }
  return { ...found, problem }
}

/** Go also takes the letters for these that no keyboard has: the long s and the sign for kelvin. */
function fold(key: string): string {
  return key.toLowerCase().replaceAll('ſ', 's')
}

/**
 * The type with what is missing taken from the place the body was sent to; undefined if the text has too many slashes.
 */
export function completeType(
  { apiVersion, kind }: Pick<TypeMeta, 'apiVersion' | 'kind'>,
  expected: GroupVersionKind,
): GroupVersionKind | undefined {
  const parts = apiVersion === '/' || apiVersion === '' ? [''] : apiVersion.split('/')
  if (parts.length > 2) return undefined
  const [group, version] = parts.length === 2 ? (parts as [string, string]) : ['', parts[0]!]
  const isSilent = version === '' && (group === '' || group === expected.group)
  return {
    kind: kind === '' ? expected.kind : kind,
    group: isSilent ? expected.group : group,
    version: isSilent ? expected.version : version,
  }
}
