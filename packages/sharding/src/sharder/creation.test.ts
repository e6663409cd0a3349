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

describe('the webhook for a created object', () => {
  it('adds label and annotation of the shard that the ring assigns', () => {
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

  it('adds only an annotation if no shard is available, so that the sharder notices it', () => {
    const kinds = shardedKinds([{ for: ConfigMap, owns: [] }])
    const view = { ring: 'ring', kinds, observations: [], now, freshMs: 5_000, isWanted: () => true }
    const marks = creationMarks(ConfigMap, { metadata: { generateName: 'x-' } } as never, 'web', view)
    expect(marks).toEqual({ metadata: { labels: {}, annotations: { [assignmentAnnotation('ring')]: '-' } } })
  })

  it.each<{ name: string; sketch: Sketch; gets: string | undefined }>([
    { name: 'assigns it to the available shard', sketch: {}, gets: 'a' },
    { name: 'assigns a cluster-scoped object too', sketch: { resource: Namespace, isWanted: false }, gets: 'a' },
    { name: 'assigns no shard if there is none', sketch: { observations: [] }, gets: '-' },
    {
      name: 'assigns no shard whose lease was not renewed recently',
      sketch: { observations: [observed('a', 6_000)] },
      gets: '-',
    },
    {
      name: 'assigns no shard that has released its lease',
      sketch: { observations: [observed('a', 0, '')] },
      gets: '-',
    },
    {
      name: 'assigns no shard whose lease the sharder holds',
      sketch: { observations: [observed('a', 0, 'kubewright-sharder')] },
      gets: '-',
    },
    {
      name: 'assigns no shard until the name was generated',
      sketch: { metadata: { name: '', generateName: 'x-' } },
      gets: '-',
    },
    {
      name: "ignores an object without a name outside the ring's selection",
      sketch: { metadata: { name: '', generateName: 'x-' }, isWanted: false },
      gets: undefined,
    },
    {
      name: 'keeps an existing label',
      sketch: { metadata: { labels: { [shardLabel('ring')]: 'z' } } },
      gets: undefined,
    },
    {
      name: 'keeps an existing annotation',
      sketch: { metadata: { annotations: { [assignmentAnnotation('ring')]: '-' } } },
      gets: undefined,
    },
    { name: 'assigns an owned kind with its owner', sketch: { resource: Secret }, gets: undefined },
    { name: "ignores a namespace outside the ring's selection", sketch: { isWanted: false }, gets: undefined },
    { name: 'assigns no shard while the namespace is unknown', sketch: { isWanted: undefined }, gets: undefined },
    { name: 'assigns an object that matches the label selector', sketch: { scope: { labels: 'app=blog' } }, gets: 'a' },
    {
      name: 'ignores an object that does not match the label selector',
      sketch: { scope: { labels: 'app=shop' } },
      gets: undefined,
    },
    {
      name: 'ignores another namespace than the selected one',
      sketch: { scope: { namespace: 'shop' } },
      gets: undefined,
    },
    {
      name: 'assigns no shard if a field selector decides',
      sketch: { scope: { fields: 'metadata.name!=x' } },
      gets: undefined,
    },
  ])('$name', ({ sketch, gets }) => {
    expect(shardOf(sketch)).toBe(gets)
  })
})
