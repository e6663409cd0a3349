import { describe, expect, it } from 'vitest'
import { findCycles, importGraph } from './import-cycles.ts'
import { readSourceFile } from './source-file.ts'

function cyclesIn(files: Record<string, string>) {
  const sources = Object.entries(files).map(([path, text]) => readSourceFile(path, text))
  return findCycles(importGraph(sources, [])).map(({ path, line, text }) => `${path}:${line} ${text.split('. ')[0]}`)
}

describe('layer rule: run-time import cycles', () => {
  it('are reported with the whole path and the closing import', () => {
    const files = {
      'x/a.ts': `import './b.ts'`,
      'x/b.ts': `import './c/c.ts'`,
      'x/c/c.ts': `\nimport '../a.ts'`,
    }
    expect(cyclesIn(files)).toEqual(['x/c/c.ts:2 Run-time import circle: x/a.ts → x/b.ts → x/c/c.ts → x/a.ts'])
  })

  it('include a file that imports itself', () => {
    expect(cyclesIn({ 'a.ts': `import './a.ts'` })).toEqual(['a.ts:1 Run-time import circle: a.ts → a.ts'])
  })

  it('do not include a cycle through a type import', () => {
    expect(cyclesIn({ 'a.ts': `import './b.ts'`, 'b.ts': `import type { A } from './a.ts'` })).toEqual([])
  })

  it('do not include two paths to the same file', () => {
    const files = { 'a.ts': `import './b.ts'\nimport './c.ts'`, 'b.ts': `import './c.ts'`, 'c.ts': '' }
    expect(cyclesIn(files)).toEqual([])
  })
})
