import { defineErrors } from '@kubewright/core/errors'
import { describe, expect, it } from 'vitest'
import { absentProblem } from './absent-problem.ts'

/** As the manager raises them; recognised by their codes. */
const raise = defineErrors({
  KW_MANAGER_CLUSTER_IDENTITY: { summary: '', cause: '', remedy: '' },
  KW_MANAGER_CLUSTER_TWICE: { summary: '', cause: '', remedy: '' },
  KW_MANAGER_CLUSTER_LABEL: { summary: '', cause: '', remedy: '' },
  KW_MANAGER_KUBECONFIG: { summary: '', cause: '', remedy: '' },
  KW_CLIENT_UNREACHABLE: { summary: '', cause: '', remedy: '' },
  KW_CLIENT_CERTIFICATE_EXPIRED: { summary: '', cause: '', remedy: '' },
})
const error = (code: Parameters<typeof raise>[0], details = {}) =>
  raise(code, { what: 'go on', why: 'because', details })

describe('a cluster that cannot be used as a peer', () => {
  const table = [
    {
      name: 'another cluster identity',
      phase: 'refused',
      failure: error('KW_MANAGER_CLUSTER_IDENTITY'),
      reason: 'IdentityMismatch',
    },
    {
      name: 'an identity that is registered under another name',
      phase: 'refused',
      failure: error('KW_MANAGER_CLUSTER_TWICE', { other: 'b' }),
      reason: 'DuplicateIdentity',
    },
    {
      name: 'the home cluster itself',
      phase: 'refused',
      failure: error('KW_MANAGER_CLUSTER_TWICE', { other: 'home' }),
      reason: 'OwnCluster',
    },
    {
      name: 'an invalid kubeconfig',
      phase: 'refused',
      failure: error('KW_MANAGER_KUBECONFIG'),
      reason: 'ConnectionInvalid',
    },
    { name: 'any other refusal', phase: 'refused', failure: 'no', reason: 'ConnectionInvalid' },
    {
      name: 'a tenant namespace without label',
      phase: 'away',
      failure: error('KW_MANAGER_CLUSTER_LABEL'),
      reason: 'TenantMissing',
    },
    { name: 'a timeout', phase: 'away', failure: error('KW_CLIENT_UNREACHABLE'), reason: 'Unreachable' },
    {
      name: 'an expired certificate',
      phase: 'unauthorized',
      failure: error('KW_CLIENT_CERTIFICATE_EXPIRED'),
      reason: 'Unauthorized',
    },
    {
      name: 'an unknown home identity',
      phase: 'connecting',
      failure: error('KW_CLIENT_UNREACHABLE'),
      reason: 'Unreachable',
    },
  ] as const

  it.each(table)('because of $name has the reason $reason', ({ phase, failure, reason }) => {
    expect(absentProblem({ phase, failure })).toMatchObject({ state: 'problem', reason })
  })

  it('has no problem while the first response is pending', () => {
    expect(absentProblem({ phase: 'connecting', failure: undefined })).toBeUndefined()
  })
})
