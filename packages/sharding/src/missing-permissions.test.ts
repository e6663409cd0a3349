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

describe('a missing permission of a shard', () => {
  it('is logged once and keeps readiness failing until it is granted', () => {
    const { said, permissions } = recorded()
    expect([1, 2, 3].map(() => permissions.note('mark', ConfigMap, unpermitted, 'web'))).toEqual([true, true, true])
    expect(permissions.complaint).toBe(reason)
    expect([permissions.reasons('mark'), permissions.reasons('list', 'keep')]).toEqual([[reason], []])
    permissions.allow('mark', ConfigMap, 'web')
    expect([permissions.complaint, permissions.size]).toEqual([undefined, 0])
    expect(said).toEqual([
      'error: permission missing, some objects are not assigned, moved or reconciled until it is granted',
      'info: missing permission was granted',
    ])
  })

  it('is only a note in readiness if it was granted before', () => {
    const { permissions } = recorded()
    permissions.allow('mark', ConfigMap, 'web')
    permissions.note('mark', ConfigMap, unpermitted, 'web')
    expect(permissions.complaint).toEqual({ note: reason })
  })

  it('in one namespace is not resolved by a grant in another', () => {
    const { said, permissions } = recorded()
    for (const namespace of ['one', 'two', 'three']) permissions.note('mark', ConfigMap, unpermitted, namespace)
    permissions.allow('mark', ConfigMap, 'four')
    permissions.allow('mark', Secret, 'one')
    expect(permissions.reasons('mark')).toEqual([`${reason} And in 2 other namespaces.`])
    permissions.allow('mark', ConfigMap, 'one')
    expect(permissions.reasons('mark')).toEqual([`${reason} And in another namespace.`])
    expect(said).toHaveLength(1)
  })

  it('expires if the action is not tried again', async () => {
    const { said, clock, permissions } = recorded()
    permissions.note('mark', ConfigMap, unpermitted, 'gone')
    for (let time = 0; time < 6; time++) {
      permissions.note('mark', ConfigMap, unpermitted, 'web')
      await clock.advance(30_000)
    }
    expect(permissions.complaint).toBe(reason)
    await clock.advance(61_000)
    expect([permissions.complaint, permissions.size, permissions.reasons('mark')]).toEqual([undefined, 0, []])
    expect(said.slice(1)).toEqual(['info: permission was not denied again, no longer reported as missing'])
  })

  it.each(['list', 'follow', 'keep'] as const)('to %s is kept until it is granted', async (action) => {
    const { clock, permissions } = recorded()
    permissions.note(action, ConfigMap, unpermitted)
    await clock.advance(3_600_000)
    expect(permissions.size).toBe(1)
  })

  it.each([
    ['the write conflicted', failure('KW_CLIENT_CONFLICT', 'it changed')],
    [
      'an admission policy refused the object',
      failure('KW_CLIENT_FORBIDDEN', 'admission webhook "x" denied the request'),
    ],
    ['another error occurred', new Error('cannot patch resource "configmaps"')],
  ])('is not assumed if %s', (_, error) => {
    const { said, permissions } = recorded()
    expect(permissions.note('mark', ConfigMap, error)).toBe(false)
    expect([said, permissions.size]).toEqual([[], 0])
  })

  it('to list a kind is assumed for any Forbidden response', () => {
    const { permissions } = recorded()
    expect(permissions.note('list', ConfigMap, failure('KW_CLIENT_FORBIDDEN', 'not you'))).toBe(true)
  })
})
