import type { Definitions } from '@kubewright/kubernetes/schemas'
import { expect, it } from 'vitest'
import { groupVersionModuleText } from './group-version-module.ts'

const definitions: Definitions = {
  'apps/v1.Rollout': {
    type: 'object',
    properties: {
      at: { $ref: 'meta/v1.Time' },
      selector: { $ref: 'meta/v1.LabelSelector' },
      step: { $ref: 'apps/v1.Step' },
      subject: { $ref: 'rbac/v1.Subject' },
    },
  },
  'apps/v1.Step': { type: 'object', properties: {} },
  'apps/v1.Subject': { type: 'object', properties: {} },
  'meta/v1.Time': { type: 'string', format: 'date-time' },
}
const scope = { definitions, kinds: new Set<string>() }

it('group-version module imports foreign types from core or from their module', () => {
  const text = groupVersionModuleText(
    { module: 'apps/v1', kinds: [], shared: ['apps/v1.Rollout', 'apps/v1.Step'] },
    scope,
  )
  expect(text.match(/^import.*$/gm)).toEqual([
    "import type { LabelSelector } from '@kubewright/core'",
    "import type { Time } from '../meta/v1.ts'",
    "import type { Subject } from '../rbac/v1.ts'",
  ])
})

it('group-version module refuses an import that clashes with an own name', () => {
  const shared = ['apps/v1.Rollout', 'apps/v1.Subject']
  expect(() => groupVersionModuleText({ module: 'apps/v1', kinds: [], shared }, scope)).toThrow(
    'Cannot import Subject of rbac/v1 into apps/v1: it has one of its own.',
  )
})

it('group-version module re-exports types of core under their Kubernetes name', () => {
  const text = groupVersionModuleText({ module: 'meta/v1', kinds: [], shared: ['meta/v1.Time'] }, scope)
  expect(text).toContain('  LabelExpression as LabelSelectorRequirement,')
  expect(text).toContain('export type Time = string')
})
