import { clientErrors } from '@kubewright/client'
import { describe, expect, it } from 'vitest'
import { describeFailure } from './source-failure.ts'
import { Website } from './testing/objects.ts'
import { StaleState } from './watch-failure.ts'

const forbidden = clientErrors('KW_CLIENT_FORBIDDEN', {
  what: 'watch websites.web.example.dev',
  why: 'the server answered 403 Forbidden: no',
})

describe('what is said of a watch that fails', () => {
  it.each([
    { name: 'in all namespaces', scope: {}, where: 'a ClusterRole' },
    { name: 'in one namespace', scope: { namespace: 'web' }, where: 'a Role in the namespace web' },
  ])('names the permission that is missing $name', ({ scope, where }) => {
    const { reason, message, error } = describeFailure(forbidden, Website, scope)
    expect([reason, error]).toEqual(['Forbidden', forbidden])
    expect(message).toBe(
      'Cannot watch websites.web.example.dev: the server answered 403 Forbidden: no. ' +
        'Grant {apiGroups: ["web.example.dev"], resources: ["websites"], verbs: ["get", "list", "watch"]} ' +
        `in ${where} bound to this program's account.`,
    )
  })

  it.each([
    { name: 'an error of anybody', error: new Error('no'), says: 'Cannot watch websites.web.example.dev: no' },
    { name: 'something that is none', error: 'no', says: 'Cannot watch websites.web.example.dev: no' },
  ])('names the kind with $name', ({ error, says }) => {
    expect(describeFailure(error, Website, {})).toMatchObject({ reason: 'Failed', message: says })
  })

  it('recognises a server that shows an older state than before', () => {
    const timeout = () => clientErrors('KW_CLIENT_SERVER_TIMEOUT', { what: 'watch', why: 'x' })
    const tooLarge = Object.assign(timeout(), { causes: [{ reason: 'ResourceVersionTooLarge', message: 'x' }] })
    const reasons = [new StaleState(), tooLarge, timeout()].map((error) => describeFailure(error, Website, {}).reason)
    expect(reasons).toEqual(['StaleState', 'StaleState', 'Timeout'])
  })

  it('tells a silent or lost connection from a server that fails', () => {
    const reasons = ['KW_CLIENT_WATCH_IDLE', 'KW_CLIENT_SERVER_FAILED', 'KW_CLIENT_UNAVAILABLE'] as const
    const described = reasons.map((code) =>
      describeFailure(clientErrors(code, { what: 'watch', why: 'x' }), Website, {}),
    )
    expect(described.map(({ reason }) => reason)).toEqual(['Unreachable', 'Failed', 'Unavailable'])
  })
})
