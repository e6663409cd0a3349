import { describe, expect, it } from 'vitest'
import { featureGateFlag, toArguments } from './server-flags.ts'

describe('toArguments', () => {
  it.each([
    { name: 'writes every kind of value', layers: [{ a: 'x', b: 1, c: true }], result: ['--a=x', '--b=1', '--c=true'] },
    {
      name: 'lets later flags override earlier ones',
      layers: [{ a: 'x', b: 1 }, { a: 'y' }],
      result: ['--a=y', '--b=1'],
    },
    { name: 'removes a flag that is undefined later', layers: [{ a: 'x', b: 1 }, { a: undefined }], result: ['--b=1'] },
  ])('$name', ({ layers, result }) => {
    expect(toArguments(...layers)).toEqual(result)
  })
})

describe('featureGateFlag', () => {
  it.each([
    { name: 'none', gates: {}, flag: {} },
    {
      name: 'several',
      gates: { WatchList: true, Other: false },
      flag: { 'feature-gates': 'WatchList=true,Other=false' },
    },
  ])('returns one flag for feature gates: $name', ({ gates, flag }) => {
    expect(featureGateFlag(gates)).toEqual(flag)
  })
})
