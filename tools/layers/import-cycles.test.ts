import { describe, expect, it } from 'vitest'
import { findCycles, importGraph } from './import-cycles.ts'
import { readSourceFile } from './source-file.ts'

function cyclesIn(files: Record<string, string>) {
  const sources = Object.entries(files).map(([path, text]) => readSourceFile(path, text))
  return findCycles(importGraph(sources, [])).map(({ path, line, text }) => `${path}:${line} ${text.split('. ')[0]}`)
}

describe('run-time import circles', () => {
  it('names the whole way round and the import that closes it', () => {
    const files = {
      'x/a.ts': `import './b.ts'`,
      'x/b.ts': `import './c/c.ts'`,
      'x/c/c.ts': `\nimport '../a.ts'`,
    }
    expect(cyclesIn(files)).toEqual(['x/c/c.ts:2 Run-time import circle: x/a.ts → x/b.ts → x/c/c.ts → x/a.ts'])
  })

  it('finds a file that imports itself', () => {
    expect(cyclesIn({ 'a.ts': `import './a.ts'` })).toEqual(['a.ts:1 Run-time import circle: a.ts → a.ts'])
  })

  it('tolerates a circle that types close', () => {
    expect(cyclesIn({ 'a.ts': `import './b.ts'`, 'b.ts': `import type { A } from './a.ts'` })).toEqual([])
  })

  it('tolerates two ways to the same file', () => {
    const files = { 'a.ts': `import './b.ts'\nimport './c.ts'`, 'b.ts': `import './c.ts'`, 'c.ts': '' }
    expect(cyclesIn(files)).toEqual([])
  })
})
