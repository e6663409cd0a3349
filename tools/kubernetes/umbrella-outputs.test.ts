import { expect, it } from 'vitest'
import { umbrellaOutputs } from './umbrella-outputs.ts'

const exported = ['.', './batch/v1', './schemas/batch/v1', './package.json']
const manifest = JSON.stringify({
  name: 'x',
  exports: { '.': 'a', './kubernetes': 'b', './kubernetes/gone/v1': 'c', './lease': 'd' },
})

it('umbrella package exports each path of the built-in kinds below ./kubernetes, and drops removed ones', () => {
  const outputs = umbrellaOutputs(exported, manifest)
  const { exports } = JSON.parse(outputs.get('package.json')!) as { exports: Record<string, unknown> }
  expect(Object.keys(exports)).toEqual([
    '.',
    './kubernetes',
    './kubernetes/batch/v1',
    './kubernetes/schemas/batch/v1',
    './lease',
  ])
  expect(exports['./kubernetes/batch/v1']).toEqual({
    '@kubewright/source': './src/generated/kubernetes/batch/v1.ts',
    types: './dist/generated/kubernetes/batch/v1.d.ts',
    default: './dist/generated/kubernetes/batch/v1.js',
  })
})

it('umbrella package re-exports the whole path', () => {
  const text = umbrellaOutputs(exported, manifest).get('src/generated/kubernetes/schemas/batch/v1.ts')
  expect(text).toContain("export * from '@kubewright/kubernetes/schemas/batch/v1'")
})
