import type { AuditEvent } from '@kubewright/apiserver'
import { describe, expect, it } from 'vitest'
import { callOfAudit, kindNamed, matchOf } from './call-match.ts'

function event(verb: string, objectRef: Partial<AuditEvent['objectRef']>, name?: string): AuditEvent {
  const responseObject = name === undefined ? undefined : { metadata: { name } }
  return { verb, objectRef: { resource: 'configmaps', apiVersion: 'v1', ...objectRef }, responseObject } as AuditEvent
}

const blog = { namespace: 'default', name: 'blog' }
const sites = { resource: 'sites', apiGroup: 'example.dev' }

describe('callOfAudit and matchOf', () => {
  it.each([
    [
      event('get', blog),
      'get configmaps default/blog',
      { verb: 'get', kind: kindNamed('configmaps'), ...blog, subresource: '' },
    ],
    [
      event('create', { namespace: 'default' }, 'blog'),
      'create configmaps default',
      { verb: 'create', kind: kindNamed('configmaps'), namespace: 'default', subresource: '' },
    ],
    [
      event('patch', { ...sites, ...blog, subresource: 'status' }),
      'patch sites.example.dev/status default/blog',
      { verb: 'patch', kind: kindNamed('sites.example.dev'), ...blog, subresource: 'status' },
    ],
    [
      event('list', sites),
      'list sites.example.dev',
      { verb: 'list', kind: kindNamed('sites.example.dev'), subresource: '' },
    ],
    [
      event('delete', { resource: 'nodes', name: 'one' }),
      'delete nodes one',
      { verb: 'delete', kind: kindNamed('nodes'), name: 'one', subresource: '' },
    ],
  ])('round-trip the call of an audit event', (audited, label, match) => {
    expect(callOfAudit(audited)?.label).toBe(label)
    const { userAgent, ...found } = matchOf({ call: label, nth: 2 })
    expect(found).toEqual({ ...match, nth: 2, times: 1 })
    expect((userAgent as RegExp).test('Python-urllib/3.11')).toBe(true)
    expect((userAgent as RegExp).test('kubewright-exploration-user')).toBe(false)
  })

  it.each([
    ['configmaps', { group: '', plural: 'configmaps' }],
    ['sites.example.dev', { group: 'example.dev', plural: 'sites' }],
  ])('match the kind %s, installed or not', (name, kind) => {
    expect(kindNamed(name)).toEqual(kind)
  })

  it('read the name of a created object from the response', () => {
    expect(callOfAudit(event('create', { namespace: 'default' }, 'blog'))?.name).toBe('blog')
  })
})
