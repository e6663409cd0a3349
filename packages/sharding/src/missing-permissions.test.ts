import { clientErrors } from '@kubewright/client'
import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { MissingPermissions } from './missing-permissions.ts'

const failure = (code: 'KW_CLIENT_FORBIDDEN' | 'KW_CLIENT_CONFLICT', why: string) =>
  clientErrors(code, { what: 'patch maps', why, next: 'Grant it.' })
const unpermitted = failure('KW_CLIENT_FORBIDDEN', 'User "u" cannot patch resource "configmaps" in API group ""')
const reason = 'Cannot patch maps: User "u" cannot patch resource "configmaps" in API group "". Grant it.'

function recorded() {
  const said: string[] = []
  const { log } = recordedLog(({ level, message }) => said.push(`${level}: ${message}`))
  const clock = new VirtualClock()
  return { said, clock, permissions: new MissingPermissions(log, clock) }
}

describe('what is not permitted', () => {
  it('is said once, keeps the process from being ready until it is, and is over then', () => {
    const { said, permissions } = recorded()
    expect([1, 2, 3].map(() => permissions.note('mark', ConfigMap, unpermitted, 'web'))).toEqual([true, true, true])
    expect(permissions.complaint).toBe(reason)
    expect([permissions.reasons('mark'), permissions.reasons('list', 'keep')]).toEqual([[reason], []])
    permissions.allow('mark', ConfigMap, 'web')
    expect([permissions.complaint, permissions.size]).toEqual([undefined, 0])
    expect(said).toEqual([
      'error: sharding lacks a permission, its objects are not moved until it is granted',
      'info: sharding has a permission again that it lacked',
    ])
  })

  it('any more is only noted: it worked before', () => {
    const { permissions } = recorded()
    permissions.allow('mark', ConfigMap, 'web')
    permissions.note('mark', ConfigMap, unpermitted, 'web')
    expect(permissions.complaint).toEqual({ note: reason })
  })

  it('in one namespace is not made up for by another', () => {
    const { said, permissions } = recorded()
    for (const namespace of ['one', 'two', 'three']) permissions.note('mark', ConfigMap, unpermitted, namespace)
    permissions.allow('mark', ConfigMap, 'four')
    permissions.allow('mark', Secret, 'one')
    expect(permissions.reasons('mark')).toEqual([`${reason} And in 2 other namespaces.`])
    permissions.allow('mark', ConfigMap, 'one')
    expect(permissions.reasons('mark')).toEqual([`${reason} And in another namespace.`])
    expect(said).toHaveLength(1)
  })

  it('and is not tried again is over: nothing waits for it, and no other mark would ever tell', async () => {
    const { said, clock, permissions } = recorded()
    permissions.note('mark', ConfigMap, unpermitted, 'gone')
    for (let time = 0; time < 6; time++) {
      permissions.note('mark', ConfigMap, unpermitted, 'web')
      await clock.advance(30_000)
    }
    expect(permissions.complaint).toBe(reason)
    await clock.advance(61_000)
    expect([permissions.complaint, permissions.size, permissions.reasons('mark')]).toEqual([undefined, 0, []])
    expect(said.slice(1)).toEqual(['info: no object waits any more for the denied request'])
  })

  it.each(['list', 'follow', 'keep'] as const)('to %s stays until it is allowed', async (action) => {
    const { clock, permissions } = recorded()
    permissions.note(action, ConfigMap, unpermitted)
    await clock.advance(3_600_000)
    expect(permissions.size).toBe(1)
  })

  it.each([
    ['somebody was faster', failure('KW_CLIENT_CONFLICT', 'it changed')],
    ['a policy wants no such object', failure('KW_CLIENT_FORBIDDEN', 'admission webhook "x" denied the request')],
    ['something else is wrong', new Error('cannot patch resource "configmaps"')],
  ])('is something else than that %s', (_, error) => {
    const { said, permissions } = recorded()
    expect(permissions.note('mark', ConfigMap, error)).toBe(false)
    expect([said, permissions.size]).toEqual([[], 0])
  })

  it('to be listed is a matter of the kind, in whatever words', () => {
    const { permissions } = recorded()
    expect(permissions.note('list', ConfigMap, failure('KW_CLIENT_FORBIDDEN', 'not you'))).toBe(true)
  })
})
