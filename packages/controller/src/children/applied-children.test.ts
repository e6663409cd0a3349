import type { KubeObject } from '@kubewright/core'
import { manifest } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { AppliedChildren } from './applied-children.ts'
import { childOf } from './child.ts'
import { Site, site } from '../testing/objects.ts'

const owner = site('owner')
const childWith = (image: string) =>
  childOf(owner, manifest(Site, { metadata: { name: 'child' }, spec: { image } }), 'me')

/** The child as a server keeps it: with `image`, all of it applied by `me`, unless `fields` says otherwise. */
function kept(image: string, version: number, fields?: object): KubeObject {
  const { metadata, ...rest } = childWith(image).desired
  const fieldsV1 = fields ?? {
    'f:metadata': {
      'f:annotations': { 'f:kubewright.dev/controller': {} },
      'f:ownerReferences': { 'k:{"uid":"uid-owner"}': {} },
    },
    'f:spec': { 'f:image': {} },
  }
  const managedFields = [{ manager: 'me', operation: 'Apply', apiVersion: 'web.example.dev/v1', fieldsV1 }]
  const own = { ...metadata, uid: 'uid-child', resourceVersion: String(version), managedFields }
  return { ...rest, metadata: own, status: { url: 'x' } } as unknown as KubeObject
}

describe('the record of applied child manifests', () => {
  it('is read from managedFields, whichever process applied the child', () => {
    const applied = new AppliedChildren('me')
    applied.inspect(kept('nginx', 5))
    expect([
      applied.judge(childWith('nginx'), kept('nginx', 5)),
      applied.judge(childWith('caddy'), kept('nginx', 5)),
    ]).toEqual(['same', 'differs'])
  })

  it('differs once another field manager has taken a field, even if its value is unchanged', () => {
    const applied = new AppliedChildren('me')
    const taken = kept('nginx', 6, { 'f:metadata': { 'f:annotations': { 'f:kubewright.dev/controller': {} } } })
    applied.inspect(taken)
    expect(applied.judge(childWith('nginx'), taken)).toBe('differs')
  })

  it('is unknown for an unseen resourceVersion, and ignores an older one', () => {
    const applied = new AppliedChildren('me')
    applied.inspect(kept('nginx', 6))
    applied.inspect(kept('caddy', 5))
    expect(applied.judge(childWith('nginx'), kept('nginx', 7))).toBe('unknown')
    expect(applied.judge(childWith('nginx'), kept('nginx', 6))).toBe('same')
  })

  it('parses managedFields once per resourceVersion', () => {
    const applied = new AppliedChildren('me')
    let isRead = 0
    const counted = (object: KubeObject): KubeObject => ({
      ...object,
      metadata: Object.defineProperty({ ...object.metadata }, 'managedFields', {
        get: () => (isRead++, object.metadata.managedFields),
      }),
    })
    for (const version of [5, 5, 6, 5]) applied.inspect(counted(kept('nginx', version)))
    const once = isRead / 2
    applied.inspect(counted(kept('nginx', 7)))
    expect(isRead).toBe(once * 3)
    expect(applied.judge(childWith('nginx'), kept('nginx', 7))).toBe('same')
  })

  it('treats a value normalised by the server as the same once an apply has returned it', () => {
    const applied = new AppliedChildren('me')
    const normal = kept('docker.io/nginx', 5)
    applied.inspect(normal)
    expect(applied.judge(childWith('nginx'), normal)).toBe('differs')
    applied.note(childWith('nginx'), normal)
    expect(applied.judge(childWith('nginx'), normal)).toBe('same')
    applied.inspect(kept('docker.io/nginx', 6))
    expect(applied.judge(childWith('nginx'), kept('docker.io/nginx', 6))).toBe('same')
    applied.inspect(kept('docker.io/caddy', 7))
    expect(applied.judge(childWith('nginx'), kept('docker.io/caddy', 7))).toBe('differs')
  })

  it('is kept only for children with full metadata that this controller applied, until they are deleted', () => {
    const applied = new AppliedChildren('me')
    applied.inspect(site('other'))
    applied.inspect({ ...kept('nginx', 5), kind: 'PartialObjectMetadata' } as KubeObject)
    expect(applied.size).toBe(0)
    applied.inspect(kept('nginx', 5))
    expect(applied.size).toBe(1)
    applied.forget('uid-child')
    expect(applied.size).toBe(0)
  })

  it('is dropped with the owner when the kind of the child is not watched', () => {
    const applied = new AppliedChildren('me')
    applied.inspect(kept('nginx', 5))
    applied.tie('uid-owner', 'uid-child')
    applied.forgetOwner('uid-another')
    expect(applied.size).toBe(1)
    applied.forgetOwner('uid-owner')
    expect(applied.size).toBe(0)
  })
})

describe('the record of an applied child with a label that any field manager may set', () => {
  const label = 'shard.example.dev/ring'
  const childIn = (shard: string, labels = {}) =>
    childOf(owner, manifest(Site, { metadata: { name: 'child', labels }, spec: { image: 'nginx' } }), 'me', {
      [label]: shard,
    })

  /** The stored child after another client has assigned it to `shard`, and so owns the label. */
  function given(shard: string, { wanted = {}, owned = {} }: { wanted?: object; owned?: object } = {}): KubeObject {
    const labels = Object.keys(wanted).length + Object.keys(owned).length === 0 ? {} : { 'f:labels': owned }
    const child = kept('nginx', 5, {
      'f:metadata': {
        'f:annotations': { 'f:kubewright.dev/controller': {} },
        'f:ownerReferences': { 'k:{"uid":"uid-owner"}': {} },
        ...labels,
      },
      'f:spec': { 'f:image': {} },
    })
    return { ...child, metadata: { ...child.metadata, labels: { ...wanted, [label]: shard } } }
  }

  it.each([
    ['the label has the desired value, whichever manager set it', 'b', {}, 'same'],
    ['the label still has the value of the previous shard', 'a', {}, 'differs'],
    ['the label is right, but another desired label is missing', 'b', { app: 'blog' }, 'differs'],
  ])('%s', (_, shard, labels, judgement) => {
    const applied = new AppliedChildren('me', [label])
    applied.inspect(given(shard))
    expect(applied.judge(childIn('b', labels), given(shard))).toBe(judgement)
  })

  it('other labels of the child are still compared when this controller owns them', () => {
    const applied = new AppliedChildren('me', [label])
    const child = given('b', { wanted: { app: 'blog' }, owned: { 'f:app': {} } })
    applied.inspect(child)
    expect(applied.judge(childIn('b', { app: 'blog' }), child)).toBe('same')
    expect(applied.judge(childIn('b', { app: 'shop' }), child)).toBe('differs')
  })
})
