import type { Definitions } from '@kubewright/kubernetes/schemas'
import { describe, expect, it } from 'vitest'
import type { DiscoveredGroup, DiscoveredResource } from './input.ts'
import { isStored, isWritable, kindsOf, rootKinds } from './kinds.ts'

const definitions: Definitions = Object.fromEntries(
  [
    'core/v1.Event',
    'core/v1.Pod',
    'events/v1.Event',
    'autoscaling/v1.Hpa',
    'autoscaling/v2.Hpa',
    'policy/v1.Eviction',
  ].map((name) => [name, { type: 'object' }]),
)

function resource(kind: string, more: Partial<DiscoveredResource> = {}): DiscoveredResource {
  const plural = `${kind.toLowerCase()}s`
  return { kind, plural, singular: kind.toLowerCase(), scope: 'Namespaced', verbs: ['create', 'get', 'list'], ...more }
}

const pod = resource('Pod', {
  subresources: [
    { name: 'eviction', group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
    { name: 'exec', group: '', version: 'v1', kind: 'PodExecOptions', verbs: ['create', 'get'] },
    { name: 'status', group: '', version: 'v1', kind: 'Pod', verbs: ['get'] },
  ],
})

const groups: readonly DiscoveredGroup[] = [
  { group: '', versions: [{ version: 'v1', resources: [resource('Event'), pod] }] },
  { group: 'events.k8s.io', versions: [{ version: 'v1', resources: [resource('Event')] }] },
  {
    group: 'autoscaling',
    versions: [
      { version: 'v2', resources: [resource('Hpa')] },
      { version: 'v1', resources: [resource('Hpa')] },
    ],
  },
]

const kinds = kindsOf({ version: 'v1.0.0', definitions, groups })
const find = (definition: string) => kinds.find((kind) => kind.definition === definition)!

describe('kindsOf', () => {
  it('returns served kinds in order, then bodies of subresources', () => {
    expect(kinds.map(({ definition }) => definition)).toEqual([
      'core/v1.Event',
      'core/v1.Pod',
      'events/v1.Event',
      'autoscaling/v2.Hpa',
      'autoscaling/v1.Hpa',
      'policy/v1.Eviction',
    ])
  })

  it('lists subresources with a body of another kind only', () => {
    expect(find('core/v1.Pod').bodies).toEqual([{ name: 'eviction', definition: 'policy/v1.Eviction' }])
  })

  it('refuses a served kind without a definition', () => {
    const lost = [{ group: '', versions: [{ version: 'v1', resources: [resource('Lost')] }] }]
    expect(() => kindsOf({ version: 'v1.0.0', definitions, groups: lost })).toThrow(
      'Cannot generate Lost: discovery serves it, but core/v1.Lost is missing.',
    )
  })
})

describe('rootKinds', () => {
  it('keeps the first of several kinds with the same name', () => {
    expect(rootKinds(kinds).map(({ definition }) => definition)).toEqual([
      'core/v1.Event',
      'core/v1.Pod',
      'autoscaling/v2.Hpa',
      'policy/v1.Eviction',
    ])
  })
})

describe('usage of a kind', () => {
  const cases = [
    { name: 'stored and writable', verbs: ['create', 'get'], stored: true, writable: true },
    { name: 'not stored, but writable', verbs: ['create'], stored: false, writable: true },
    { name: 'read-only', verbs: ['get', 'list'], stored: true, writable: false },
  ] as const

  it.each(cases)('is derived from its verbs: $name', ({ verbs, stored, writable }) => {
    const kind = { ...find('core/v1.Pod'), resource: resource('Pod', { verbs }) }
    expect({ stored: isStored(kind), writable: isWritable(kind) }).toEqual({ stored, writable })
  })

  it('is writable and not stored for a subresource body', () => {
    const eviction = find('policy/v1.Eviction')
    expect({ stored: isStored(eviction), writable: isWritable(eviction) }).toEqual({ stored: false, writable: true })
  })
})
