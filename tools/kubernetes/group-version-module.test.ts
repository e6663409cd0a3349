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

it('imports what a module does not own, from core or from the module that does', () => {
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

it('refuses to import a name the module has itself', () => {
  const shared = ['apps/v1.Rollout', 'apps/v1.Subject']
  expect(() => groupVersionModuleText({ module: 'apps/v1', kinds: [], shared }, scope)).toThrow(
    'Cannot import Subject of rbac/v1 into apps/v1: it has one of its own.',
  )
})

it('passes on what core has under the name it has in Kubernetes', () => {
  const text = groupVersionModuleText({ module: 'meta/v1', kinds: [], shared: ['meta/v1.Time'] }, scope)
  expect(text).toContain('  LabelExpression as LabelSelectorRequirement,')
  expect(text).toContain('export type Time = string')
})
