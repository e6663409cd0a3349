import { describe, expect, it } from 'vitest'
import { readInput } from './input.ts'
import { outputsOf } from './outputs.ts'

const input = await readInput()
const outputs = outputsOf(input, '{ "name": "x", "exports": {} }')

describe('outputsOf', () => {
  it('writes the generating command into every file', () => {
    const sources = [...outputs].filter(([path]) => path.endsWith('.ts'))
    expect(sources.length).toBeGreaterThan(40)
    for (const [, text] of sources) expect(text).toMatch(/^\/\/ Made by `npm run generate:kubernetes`/)
  })

  it('does not depend on the order of definitions', () => {
    const shuffled = { ...input, definitions: Object.fromEntries(Object.entries(input.definitions).toReversed()) }
    expect(outputsOf(shuffled, '{ "name": "x", "exports": {} }')).toEqual(outputs)
  })

  it('adds an entry to exports for every group version', () => {
    const { exports } = JSON.parse(outputs.get('package.json')!) as { exports: Record<string, unknown> }
    expect(exports['./rbac/v1']).toEqual({
      '@kubewright/source': './src/generated/rbac/v1.ts',
      types: './dist/generated/rbac/v1.d.ts',
      default: './dist/generated/rbac/v1.js',
    })
    const modules = [...outputs.keys()].filter((path) => /^src\/generated\/[a-z]+\/v\d+\.ts$/.test(path))
    const entries = modules.map((path) => path.replace('src/generated', '.').replace('.ts', ''))
    expect(Object.keys(exports)).toEqual(expect.arrayContaining(entries))
  })

  it('contains no descriptions from upstream', () => {
    const everything = [...outputs.values()].join('\n')
    expect(everything).not.toMatch(/description: '/)
  })
})
