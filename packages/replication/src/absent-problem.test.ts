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

describe('a cluster that cannot be a peer', () => {
  const table = [
    {
      name: 'another cluster',
      phase: 'refused',
      failure: error('KW_MANAGER_CLUSTER_IDENTITY'),
      reason: 'IdentityMismatch',
    },
    {
      name: 'a second name',
      phase: 'refused',
      failure: error('KW_MANAGER_CLUSTER_TWICE', { other: 'b' }),
      reason: 'DuplicateIdentity',
    },
    {
      name: 'home itself',
      phase: 'refused',
      failure: error('KW_MANAGER_CLUSTER_TWICE', { other: 'home' }),
      reason: 'OwnCluster',
    },
    {
      name: 'a kubeconfig that is none',
      phase: 'refused',
      failure: error('KW_MANAGER_KUBECONFIG'),
      reason: 'ConnectionInvalid',
    },
    { name: 'anything else that is refused', phase: 'refused', failure: 'no', reason: 'ConnectionInvalid' },
    {
      name: 'a namespace without label',
      phase: 'away',
      failure: error('KW_MANAGER_CLUSTER_LABEL'),
      reason: 'TenantMissing',
    },
    { name: 'no answer', phase: 'away', failure: error('KW_CLIENT_UNREACHABLE'), reason: 'Unreachable' },
    {
      name: 'an expired certificate',
      phase: 'unauthorized',
      failure: error('KW_CLIENT_CERTIFICATE_EXPIRED'),
      reason: 'Unauthorized',
    },
    { name: 'home unknown', phase: 'connecting', failure: error('KW_CLIENT_UNREACHABLE'), reason: 'Unreachable' },
  ] as const

  it.each(table)('because of $name says $reason', ({ phase, failure, reason }) => {
    expect(absentProblem({ phase, failure })).toMatchObject({ state: 'problem', reason })
  })

  it('says nothing while the first answer is awaited', () => {
    expect(absentProblem({ phase: 'connecting', failure: undefined })).toBeUndefined()
  })
})
