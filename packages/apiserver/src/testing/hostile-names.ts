/** Request bodies with property names that every JavaScript object inherits, and checks for prototype pollution. */

export const hostileNames = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'] as const

/** Values an attacker would want every object to inherit: a rule that allows everything, and values of other types. */
export const hostileValues: readonly string[] = [
  '{"verbs":["*"],"apiGroups":["*"],"resources":["*"],"nonResourceURLs":["*"],"rules":[{"verbs":["*"]}]}',
  '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":[{"__proto__":{"polluted":"yes"}}]}}',
  '"text"',
  'null',
]

/** Adds the member to every object: `{"a":1}` becomes `{"NAME":VALUE,"a":1}`. */
export function saturated(json: string, name: string, value: string): string {
  const member = `${JSON.stringify(name)}:${value}`
  return json.replaceAll(/\{(\}?)/g, (_, end: string) => `{${member}${end === '' ? ',' : '}'}`)
}

/** A snapshot of the properties of shared prototypes, as text. */
export function sharedPrototypes(): string {
  const all = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype, Object, Array]
  return JSON.stringify(
    all.map((one) =>
      Reflect.ownKeys(one).map((key) => {
        const { enumerable, value } = Object.getOwnPropertyDescriptor(one, key)!
        return [String(key), enumerable, typeof value]
      }),
    ),
  )
}

/** JSON with sorted keys, including keys such as `__proto__`. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

/** A ConfigMap in protobuf, as Go clients send it. */
export function protobufConfigMap(name: string, key: string, value: string): Buffer {
  const field = (number: number, content: Buffer | string) => {
    const bytes = Buffer.from(content as string)
    return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes])
  }
  const meta = field(1, field(1, name))
  const data = field(2, Buffer.concat([field(1, key), field(2, value)]))
  const type = field(1, Buffer.concat([field(1, 'v1'), field(2, 'ConfigMap')]))
  return Buffer.concat([Buffer.from('k8s\0'), type, field(2, Buffer.concat([meta, data]))])
}
