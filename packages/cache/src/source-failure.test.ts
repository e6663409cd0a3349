import { clientErrors } from '@kubewright/client'
import { describe, expect, it } from 'vitest'
import { describeFailure } from './source-failure.ts'
import { Website } from './testing/objects.ts'
import { StaleState } from './watch-failure.ts'

const forbidden = clientErrors('KW_CLIENT_FORBIDDEN', {
  what: 'watch websites.web.example.dev',
  why: 'the server answered 403 Forbidden: no',
})

describe('the failure description of a watch', () => {
  it.each([
    { name: 'for all namespaces, in a ClusterRole', scope: {}, where: 'a ClusterRole' },
    { name: 'for one namespace, in a Role', scope: { namespace: 'web' }, where: 'a Role in the namespace web' },
  ])('names the missing RBAC rule $name', ({ scope, where }) => {
    const { reason, message, error } = describeFailure(forbidden, Website, scope)
    expect([reason, error]).toEqual(['Forbidden', forbidden])
    expect(message).toBe(
      'Cannot watch websites.web.example.dev: the server answered 403 Forbidden: no. ' +
        'Grant {apiGroups: ["web.example.dev"], resources: ["websites"], verbs: ["get", "list", "watch"]} ' +
        `in ${where} bound to this program's account.`,
    )
  })

  it.each([
    { name: 'an error of unknown class', error: new Error('no'), says: 'Cannot watch websites.web.example.dev: no' },
    { name: 'a thrown value that is no Error', error: 'no', says: 'Cannot watch websites.web.example.dev: no' },
  ])('names the resource for $name', ({ error, says }) => {
    expect(describeFailure(error, Website, {})).toMatchObject({ reason: 'Failed', message: says })
  })

  it('has reason StaleState for a server that is behind an already observed resourceVersion', () => {
    const timeout = () => clientErrors('KW_CLIENT_SERVER_TIMEOUT', { what: 'watch', why: 'x' })
    const tooLarge = Object.assign(timeout(), { causes: [{ reason: 'ResourceVersionTooLarge', message: 'x' }] })
    const reasons = [new StaleState(), tooLarge, timeout()].map((error) => describeFailure(error, Website, {}).reason)
    expect(reasons).toEqual(['StaleState', 'StaleState', 'Timeout'])
  })

  it('distinguishes idle or lost connections from server errors', () => {
    const reasons = ['KW_CLIENT_WATCH_IDLE', 'KW_CLIENT_SERVER_FAILED', 'KW_CLIENT_UNAVAILABLE'] as const
    const described = reasons.map((code) =>
      describeFailure(clientErrors(code, { what: 'watch', why: 'x' }), Website, {}),
    )
    expect(described.map(({ reason }) => reason)).toEqual(['Unreachable', 'Failed', 'Unavailable'])
  })
})
