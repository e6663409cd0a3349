/** The type that a body declares. The server determines it before decoding, with laxer rules. */
import type { GroupVersionKind } from '@kubewright/core/object'
import { code, JsonText, kindOf } from './json-text.ts'

export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
  /** Why the type cannot be determined, in Go's words. */
  readonly problem: string | undefined
}

const names = new Map([
  ['apiversion', 'apiVersion'],
  ['kind', 'kind'],
] as const)

const structText = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`

/** Field names are case-insensitive here, and the last spelling wins. The text must be JSON. */
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

/** Go's case folding also maps the long s and the Kelvin sign to s and k. */
function fold(key: string): string {
  return key.toLowerCase().replaceAll('ſ', 's')
}

/** The type with missing parts taken from the endpoint; undefined if apiVersion has too many slashes. */
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
