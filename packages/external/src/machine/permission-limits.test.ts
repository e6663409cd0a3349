import type { KubeObject } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import type { ManagementPolicy } from '../decision/permissions.ts'
import { accessAnnotation } from '../names.ts'
import { forbiddenBy } from './permission-limits.ts'

function objectWith(access: string | undefined): KubeObject {
  const annotations = access === undefined ? {} : { [accessAnnotation]: access }
  return { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a', annotations } } as unknown as KubeObject
}

const annotation = 'the annotation kubewright.dev/access-permissions does not permit'
const policy = 'its management policies do not permit'

describe('the setting that forbids an action', () => {
  it.each<{ name: string; access?: string; policies?: ManagementPolicy[]; expected: string | undefined }>([
    { name: 'none', expected: undefined },
    { name: 'the annotation', access: 'C', expected: `${annotation} Update` },
    { name: 'the policies', policies: ['Create'], expected: `${policy} Update` },
    { name: 'both', access: 'read', policies: ['Observe'], expected: `${annotation} Update, and ${policy} Update` },
  ])('is named: $name', ({ access, policies, expected }) => {
    expect(forbiddenBy({ policies: () => policies }, objectWith(access), ['update'])).toBe(expected)
  })

  it('is named with each of several actions that it forbids', () => {
    const machine = { policies: () => ['Update'] as const }
    expect(forbiddenBy(machine, objectWith('CU'), ['delete', 'create'])).toBe(
      `${annotation} Delete, and ${policy} Delete and Create`,
    )
  })
})
