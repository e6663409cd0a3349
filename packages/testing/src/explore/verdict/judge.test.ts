import { describe, expect, it } from 'vitest'
import { type Excuses, type Judged, judgeWith } from './judge.ts'

const none: Judged = { checkpoints: [], findings: [], creations: new Map(), deletions: new Map(), orphans: new Map() }
const strict: Excuses = { isUserAhead: false, isViewBehind: false, broughtBack: new Set() }
const blog = 'configmaps default/blog'
const once = new Map([[blog, 1]])
const twice = new Map([[blog, 2]])
const reference: Judged = { ...none, creations: once, deletions: once }

function messages(excuses: Partial<Excuses>, run: Partial<Judged>): readonly string[] {
  const found = judgeWith({ ...strict, ...excuses }, reference, { ...reference, ...run }, new Set())
  return found.map(({ message }) => message)
}

describe('judgeWith', () => {
  it('reports an object that is created or deleted more often than without faults', () => {
    expect(messages({}, { creations: twice })).toEqual([`${blog} was created 2 times, and once without the fault`])
    expect(messages({}, { deletions: twice })).toEqual([`${blog} was deleted 2 times, and once without the fault`])
    expect(messages({}, {})).toEqual([])
  })

  it('tolerates a creation for a deleted owner only if a watch is stale', () => {
    expect(messages({ isViewBehind: true }, { creations: twice, orphans: once })).toEqual([])
    expect(messages({}, { creations: twice, orphans: once })).toHaveLength(1)
    expect(messages({ isViewBehind: true }, { creations: twice })).toHaveLength(1)
  })

  it('tolerates one more creation and deletion by a late call, and nothing else', () => {
    expect(messages({ broughtBack: new Set([blog]) }, { creations: twice, deletions: twice })).toEqual([])
    expect(messages({ broughtBack: new Set(['secrets default/blog']) }, { deletions: twice })).toHaveLength(1)
    expect(messages({ broughtBack: new Set([blog]) }, { deletions: new Map([[blog, 3]]) })).toHaveLength(1)
  })
})
