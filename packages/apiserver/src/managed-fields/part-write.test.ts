import { describe, expect, it } from 'vitest'
import type { Draft } from '../object/draft.ts'
import { FieldSet } from './field-set.ts'
import { managerId, type Managers, type Ownership, writeManagers } from './managers.ts'
import { afterPartApply, afterPartWrite } from './part-write.ts'

const path = ['f:spec', 'f:replicas']
const time = '2026-01-01T00:00:00Z'
const held = (manager: string, operation: 'Apply' | 'Update', ...paths: string[][]): Ownership => ({
  manager,
  operation,
  subresource: '',
  apiVersion: 'apps/v1',
  time,
  fields: FieldSet.fromPaths(paths),
})
const managersOf = (...all: Ownership[]): Managers => new Map(all.map((one) => [managerId(one), one]))
const scaled = (replicas: number): Draft => ({
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  metadata: {},
  spec: { replicas },
})
const writer = { manager: 'w', apiVersion: 'apps/v1', subresource: 'scale', time: undefined }

/** `a Update dated: f:spec.f:replicas` */
const shown = (managers: Managers) =>
  writeManagers(managers).map(({ manager, operation, subresource = '', time: at, fieldsV1 }) =>
    [manager, operation, subresource, at === undefined ? 'undated' : 'dated', JSON.stringify(fieldsV1)].join(' '),
  )

const write = (managers: Managers, to: number) =>
  shown(afterPartWrite({ managers, path, live: scaled(1), next: scaled(to) }, writer))
const apply = (managers: Managers, to: number) =>
  shown(afterPartApply({ managers, path, live: scaled(1), next: scaled(to) }, writer))

/** All as in kube-apiserver 1.36.4. */
describe('field ownership after a write through the scale subresource', () => {
  const updater = held('a', 'Update', path, ['f:spec', 'f:paused'])
  const applier = held('a', 'Apply', path)

  it('moves to the writer when the value changes', () => {
    expect(write(managersOf(updater), 2)).toEqual([
      'w Update scale undated {"f:spec":{"f:replicas":{}}}',
      'a Update  dated {"f:spec":{"f:paused":{}}}',
    ])
  })

  it('splits the entry of an Update manager when the value does not change', () => {
    expect(write(managersOf(updater), 1)).toEqual([
      'a Update  undated {"f:spec":{"f:replicas":{}}}',
      'a Update  dated {"f:spec":{"f:paused":{}}}',
    ])
  })

  it('stays with an Apply manager when the value does not change', () => {
    expect(write(managersOf(applier), 1)).toEqual(['a Apply  dated {"f:spec":{"f:replicas":{}}}'])
  })

  it('is not recorded for a field without owner', () => {
    expect(write(managersOf(held('a', 'Update', ['f:spec', 'f:paused'])), 2)).toEqual([
      'a Update  dated {"f:spec":{"f:paused":{}}}',
    ])
  })

  it('is shared by Apply managers with the same value', () => {
    expect(apply(managersOf(applier), 1)).toEqual([
      'w Apply scale undated {"f:spec":{"f:replicas":{}}}',
      'a Apply  dated {"f:spec":{"f:replicas":{}}}',
    ])
    expect(apply(managersOf(applier), 2)).toEqual(['w Apply scale undated {"f:spec":{"f:replicas":{}}}'])
  })
})
