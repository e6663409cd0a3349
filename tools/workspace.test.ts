import { describe, expect, it } from 'vitest'
import { describePackage, inLayerOrder, type Layers } from './workspace.ts'

const named = (folder: string) => describePackage(folder, { name: `@kubewright/${folder}`, version: '1.0.0' })
const layersOf = (packages: Layers['packages']): Layers => ({ packages, 'third-party': {} })

describe('package layer order', () => {
  it('puts every package after its dependencies, and skips planned ones', () => {
    const layers = layersOf({ client: ['resource', 'core'], resource: ['core', 'planned'], core: [], planned: [] })
    const ordered = inLayerOrder([named('client'), named('core'), named('resource')], layers)
    expect(ordered.map(({ folder }) => folder)).toEqual(['core', 'resource', 'client'])
  })

  it('refuses cyclic layers, and reports the cycle', () => {
    const layers = layersOf({ a: ['b'], b: ['c'], c: ['a'] })
    expect(() => inLayerOrder([named('a')], layers)).toThrow('a → b → c → a')
  })
})

it('describePackage reads the entries of a package and their sources from exports', () => {
  const { entries } = describePackage('core', {
    name: '@kubewright/core',
    version: '1.0.0',
    exports: {
      '.': { '@kubewright/source': './src/index.ts', default: './dist/index.js' },
      './testing': { '@kubewright/source': './src/testing.ts', default: './dist/testing.js' },
      './internal/*': null,
      './package.json': './package.json',
    },
  })
  expect([...entries]).toEqual([
    ['@kubewright/core', 'packages/core/src/index.ts'],
    ['@kubewright/core/testing', 'packages/core/src/testing.ts'],
  ])
})
