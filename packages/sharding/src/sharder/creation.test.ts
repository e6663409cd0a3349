import type { KubeObject } from '@kubewright/core'
import { ConfigMap, Namespace, Secret } from '@kubewright/kubernetes/core/v1'
import type { PartitionScope } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { type CreationView, creationMarks } from './creation.ts'
import { shardedKinds } from '../ring/kinds.ts'
import { assignmentAnnotation, shardLabel } from '../names.ts'
import type { ObservedShard } from '../ring/observed-shard.ts'

const now = 100_000
const observed = (shard: string, silentMs: number, holder = `${shard}/1`) =>
  ({
    shard,
    lease: { shard, holder, durationMs: 15_000, reservedMs: 0 },
    since: now - silentMs,
    isMissing: false,
    contestedUntil: -Infinity,
  }) as never as ObservedShard

interface Sketch {
  readonly observations?: readonly ObservedShard[]
  readonly scope?: PartitionScope
  readonly metadata?: object
  readonly resource?: Resource
  readonly isWanted?: boolean | undefined
}

function shardOf({
  observations = [observed('a', 1_000)],
  scope = {},
  metadata = {},
  resource = ConfigMap,
  ...rest
}: Sketch) {
  const view: CreationView = {
    ring: 'ring',
    kinds: shardedKinds([
      { for: ConfigMap, scope, owns: [Secret] },
      { for: Namespace, owns: [] },
    ]),
    observations,
    now,
    freshMs: 5_000,
    isWanted: () => ('isWanted' in rest ? rest.isWanted : true),
  }
  const object = { metadata: { name: 'blog', labels: { app: 'blog' }, ...metadata } } as never as KubeObject
  return creationMarks(resource, object, 'web', view)?.metadata.annotations[assignmentAnnotation('ring')]
}

describe('a new object', () => {
  it('bears label and annotation of the shard that the ring names', () => {
    const view = {
      ring: 'ring',
      kinds: shardedKinds([{ for: ConfigMap, owns: [] }]),
      now,
      freshMs: 5_000,
      isWanted: () => true,
    }
    const marks = creationMarks(ConfigMap, { metadata: { name: 'blog' } } as never, 'web', {
      ...view,
      observations: [observed('a', 0)],
    })
    expect(marks).toEqual({
      metadata: { labels: { [shardLabel('ring')]: 'a' }, annotations: { [assignmentAnnotation('ring')]: 'a' } },
    })
  })

  it('that is nobody’s yet says so without a label, so that the sharder hears of it', () => {
    const kinds = shardedKinds([{ for: ConfigMap, owns: [] }])
    const view = { ring: 'ring', kinds, observations: [], now, freshMs: 5_000, isWanted: () => true }
    const marks = creationMarks(ConfigMap, { metadata: { generateName: 'x-' } } as never, 'web', view)
    expect(marks).toEqual({ metadata: { labels: {}, annotations: { [assignmentAnnotation('ring')]: '-' } } })
  })

  it.each<{ name: string; sketch: Sketch; gets: string | undefined }>([
    { name: 'goes to the shard there is', sketch: {}, gets: 'a' },
    { name: 'of a kind without namespaces does, too', sketch: { resource: Namespace, isWanted: false }, gets: 'a' },
    { name: 'is nobody’s where there is no shard', sketch: { observations: [] }, gets: '-' },
    {
      name: 'is nobody’s where its shard was not heard of just now',
      sketch: { observations: [observed('a', 6_000)] },
      gets: '-',
    },
    { name: 'is nobody’s where its shard has let go', sketch: { observations: [observed('a', 0, '')] }, gets: '-' },
    {
      name: 'is nobody’s where the sharder holds the lease',
      sketch: { observations: [observed('a', 0, 'kubewright-sharder')] },
      gets: '-',
    },
    {
      name: 'is nobody’s until its name was generated',
      sketch: { metadata: { name: '', generateName: 'x-' } },
      gets: '-',
    },
    {
      name: 'without a name is left alone outside of what is shared out',
      sketch: { metadata: { name: '', generateName: 'x-' }, isWanted: false },
      gets: undefined,
    },
    { name: 'keeps a label it has', sketch: { metadata: { labels: { [shardLabel('ring')]: 'z' } } }, gets: undefined },
    {
      name: 'keeps an annotation it has',
      sketch: { metadata: { annotations: { [assignmentAnnotation('ring')]: '-' } } },
      gets: undefined,
    },
    { name: 'of a kind that is owned goes with its owner', sketch: { resource: Secret }, gets: undefined },
    { name: 'in a namespace that is not shared out is left alone', sketch: { isWanted: false }, gets: undefined },
    { name: 'waits while nobody knows its namespace', sketch: { isWanted: undefined }, gets: undefined },
    { name: 'with the labels that are looked at is assigned', sketch: { scope: { labels: 'app=blog' } }, gets: 'a' },
    { name: 'with other labels is left alone', sketch: { scope: { labels: 'app=shop' } }, gets: undefined },
    {
      name: 'in another namespace than the one looked at is left alone',
      sketch: { scope: { namespace: 'shop' } },
      gets: undefined,
    },
    { name: 'waits where fields decide', sketch: { scope: { fields: 'metadata.name!=x' } }, gets: undefined },
  ])('$name', ({ sketch, gets }) => {
    expect(shardOf(sketch)).toBe(gets)
  })
})
