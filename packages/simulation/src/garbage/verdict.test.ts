import { describe, expect, it } from 'vitest'
import { type OwnerState, type Verdict, verdictOn } from './verdict.ts'

describe('verdictOn', () => {
  interface Case {
    readonly owners: readonly OwnerState[]
    readonly finalizers?: readonly string[]
    readonly hasDependents?: boolean
    readonly hasWaitingDependents?: boolean
    readonly is: string
  }
  const cases: readonly Case[] = [
    { owners: [], is: 'keep' },
    { owners: ['solid'], is: 'keep' },
    { owners: ['solid', 'absent'], is: 'disown' },
    { owners: ['solid', 'waiting'], is: 'disown' },
    { owners: ['absent'], is: 'Background' },
    { owners: ['absent'], finalizers: ['orphan'], is: 'Orphan' },
    { owners: ['absent'], finalizers: ['foregroundDeletion'], is: 'Foreground' },
    { owners: ['waiting'], is: 'Background' },
    { owners: ['waiting'], hasDependents: true, is: 'Foreground' },
    { owners: ['waiting'], hasDependents: true, hasWaitingDependents: true, is: 'Foreground, unblocked' },
    { owners: ['absent'], hasDependents: true, is: 'Background' },
  ]
  it.each(cases)('for owners $owners, finalizers $finalizers: $is', ({ owners, is, ...subject }) => {
    const judged = owners.map((state, place) => ({
      state,
      reference: { apiVersion: 'v1', kind: 'ConfigMap', name: `owner-${place}`, uid: `${place}` },
    }))
    const verdict = verdictOn(judged, { finalizers: [], hasDependents: false, hasWaitingDependents: false, ...subject })
    expect(textOf(verdict)).toBe(is)
  })

  function textOf(verdict: Verdict): string {
    if (verdict.type !== 'delete') return verdict.type
    return verdict.unblocks ? `${verdict.propagation}, unblocked` : verdict.propagation
  }
})
