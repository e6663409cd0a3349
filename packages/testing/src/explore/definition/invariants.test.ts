import { describe, expect, it } from 'vitest'
import type { Invariant, View } from './exploration.ts'
import { Invariants } from './invariants.ts'

const view: View = { list: async () => [], at: () => view }

/** An invariant that is violated while the state has `wrong`. */
function given(more: Partial<Invariant> = {}) {
  const state: { wrong?: string } = {}
  const invariant: Invariant = { name: 'rule', check: () => state.wrong, ...more }
  return { state, invariant }
}

describe('invariants', () => {
  it('are checked after changes by any actor', async () => {
    const { state, invariant } = given()
    const invariants = new Invariants([invariant], false)
    expect(await invariants.ask('user', view, {})).toEqual([])
    state.wrong = 'no'
    expect(await invariants.ask('user', view, {})).toEqual([{ name: 'rule', wrong: 'no' }])
  })

  it('do not count while a declaration itself violates them', async () => {
    const { state, invariant } = given()
    const invariants = new Invariants([invariant], true)
    state.wrong = 'no'
    expect(await invariants.ask('user', view, {})).toEqual([])
    expect(await invariants.ask('operator', view, {})).toEqual([])
    delete state.wrong
    await invariants.ask('operator', view, {})
    state.wrong = 'again'
    expect(await invariants.ask('operator', view, {})).toEqual([{ name: 'rule', wrong: 'again' }])
  })

  it('limited to the scenario are not checked for other declarations', async () => {
    const { state, invariant } = given({ in: 'scenario' })
    state.wrong = 'no'
    expect(await new Invariants([invariant], true).ask('operator', view, {})).toEqual([])
    expect(await new Invariants([invariant], false).ask('operator', view, {})).toHaveLength(1)
  })

  it('are reported as violated if they throw', async () => {
    const fails = () => {
      throw new Error('no such field')
    }
    const asked = new Invariants([{ name: 'rule', check: fails }], false).ask('operator', view, {})
    expect(await asked).toEqual([{ name: 'rule', wrong: 'it could not be checked: no such field' }])
  })
})
