import { describe, expect, it } from 'vitest'
import { handlerTable } from './handler-table.ts'
import { defineNodeType } from './node-type.ts'

const Service = defineNodeType({
  name: 'Service',
  requirements: ['a', 'b', 'c'],
  initial: 'off',
  states: {
    off: {},
    full: { needs: ['a', 'b', 'c'] },
    middle: { needs: ['a', 'b'] },
    small: { needs: ['a'] },
    apart: { needs: ['b'] },
  },
  faults: { full: ['middle', 'small', 'off'] },
})

describe('handlerTable', () => {
  it('chooses the target state that keeps the most requirements', () => {
    expect(Object.fromEntries(handlerTable(Service).targets.get('full')!)).toEqual({
      a: 'off',
      b: 'small',
      c: 'middle',
    })
  })

  it('lets smaller states inherit the handlers of the largest state above them', () => {
    expect(Object.fromEntries(handlerTable(Service).targets.get('middle')!)).toEqual({ a: 'off', b: 'small' })
    expect(Object.fromEntries(handlerTable(Service).targets.get('small')!)).toEqual({ a: 'off' })
  })

  it('has no entry for a state without handlers', () => {
    expect(handlerTable(Service).targets.get('apart')!.size).toBe(0)
  })
})
