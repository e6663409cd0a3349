import type { Client } from '@kubewright/client'
import { type KubeObject, silentLogger } from '@kubewright/core'
import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { Drainer } from './drainer.ts'
import { assignmentAnnotation } from '../names.ts'
import { Ownership } from './ownership.ts'
import { MissingPermissions } from '../missing-permissions.ts'
import { ShardPartition } from './shard-partition.ts'
import { markedMap as map } from '../testing/marked-map.ts'
import { fault } from '../testing/simulated-api.ts'

/** The guard of the shard `a`, which has counted `map('5')`. Confirming the membership can change it at once. */
function guardOf(meanwhile: (membership: { isHeld: boolean }, ownership: Ownership) => void = () => undefined) {
  let answers = 0
  const membership = {
    isHeld: true,
    acquiredVersion: '3',
    isConfirmed: async () => {
      answers++
      meanwhile(membership, ownership)
      return true
    },
  }
  const ownership = new Ownership('maps', 'a')
  ownership.count(ConfigMap, [map('5')], '5')
  const patch = async () => {
    throw fault('KW_CLIENT_CONFLICT', 'patch x')
  }
  const get = async () => {
    meanwhile(membership, ownership)
    return map('8')
  }
  const client = { metadata: { patch, get } } as unknown as Client
  const said: unknown[] = []
  const { log } = recordedLog(({ message, fields }) => said.push([message, fields]))
  const common = { ring: 'maps', shard: 'a', client, clock: new VirtualClock(), log, ownership }
  const { signal } = new AbortController()
  const partition = new ShardPartition({
    ...common,
    membership,
    drainer: new Drainer({
      ...common,
      withinMs: () => 1_000,
      mayAct: () => membership.isHeld,
      permissions: new MissingPermissions(silentLogger),
    }),
    work: () => [{ for: ConfigMap, owns: [] }],
    signal,
    count: () => undefined,
  })
  const guard = (object: KubeObject) => partition.guard(object, async () => partition.fencingToken(object))
  return Object.assign(guard, { membership, said, answers: () => answers })
}

/** Another map, assigned to `a` after it had counted. */
const given: KubeObject = { ...map('6'), metadata: { ...map('6').metadata, uid: 'given' } }

describe('the guard of a shard before a reconcile', () => {
  it('returns a fencing token from the resourceVersion for an own object', async () => {
    expect(await guardOf()(map('6'))).toBe('00000000000000000006.00000000000000000003')
  })

  it('confirms the lease once before the first reconcile of an assigned object', async () => {
    const guard = guardOf()
    expect([await guard(given), await guard(given)]).toEqual(Array(2).fill(expect.stringMatching(/^0+6\.0+3$/)))
    expect(guard.answers()).toBe(1)
  })

  it('postpones an assigned object if another process holds the lease, or the confirmation fails', async () => {
    const guard = guardOf()
    guard.membership.isConfirmed = async () => false
    await expect(guard(given)).rejects.toThrow('this process no longer holds its shard lease')
    guard.membership.isConfirmed = async () => Promise.reject(new Error('no answer'))
    await expect(guard(given)).rejects.toThrow('no answer')
  })

  it('postpones an assigned object if the lease has expired when the confirmation arrives', async () => {
    const guard = guardOf((membership) => (membership.isHeld = false))
    await expect(guard(given)).rejects.toThrow('the lease of the shard may have expired')
  })

  it('skips an assigned object that a newer list does not contain', async () => {
    expect(await guardOf((_, ownership) => ownership.count(ConfigMap, [], '9'))(given)).toBeUndefined()
  })

  it('postpones an object whose cached state is older than the list, so that tokens never decrease', async () => {
    await expect(guardOf()(map('4'))).rejects.toThrow('the cache does not show its current version yet')
  })

  it.each([
    ['b', 'its annotation names another owner', { other: 'b' }],
    ['-', 'its annotation names no owner', {}],
    [undefined, 'its annotation names no owner', {}],
  ])('logs an object that was labelled by hand, if its annotation is %s', async (note, says, more) => {
    const { metadata, ...object } = map('6')
    const annotations = note === undefined ? {} : { [assignmentAnnotation('maps')]: note }
    const guard = guardOf()
    await guard({ ...object, metadata: { ...metadata, annotations } }).catch(() => undefined)
    const message = `object has this shard's label, but ${says}, removing the label`
    expect(guard.said).toEqual([[message, { kind: 'ConfigMap', object: 'default/x', ...more }]])
  })

  it('accepts a draining object that the shard keeps after all', async () => {
    expect(await guardOf()(map('7', true))).toBe('00000000000000000007.00000000000000000003')
  })

  it('postpones a draining object that it keeps while the lease is uncertain', async () => {
    const guard = guardOf((membership) => (membership.isHeld = false))
    await expect(guard(map('7', true))).rejects.toThrow('the lease of the shard may have expired')
  })

  it.each([
    {
      name: 'has listed again',
      meanwhile: (ownership: Ownership) => ownership.count(ConfigMap, [map('8')], '9'),
      why: 'the cache does not show its current version yet',
    },
    {
      name: 'can no longer list',
      meanwhile: (ownership: Ownership) => ownership.forget(ConfigMap),
      why: 'the shard has not listed the objects of this kind yet',
    },
    {
      name: 'was assigned it again',
      meanwhile: (ownership: Ownership) => ownership.count(ConfigMap, [], '6'),
      why: 'its assignment to this shard is being confirmed again',
    },
  ])('postpones a draining object that it keeps if it meanwhile $name', async ({ meanwhile, why }) => {
    const guard = guardOf((_, ownership) => meanwhile(ownership))
    await expect(guard(map('7', true))).rejects.toThrow(why)
  })
})
