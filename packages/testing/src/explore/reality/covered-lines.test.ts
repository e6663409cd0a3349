import { describe, expect, it } from 'vitest'
import { startCoverage } from './code-coverage.ts'
import { type CountedScript, coverageOf } from './covered-lines.ts'

const source = `import { x } from 'y'
function reconcile(site) {
  if (site.isGoing) {
    // somebody wants it gone
    remove(site)
    return
  }
  try {
    apply(site)
  } catch (error) {
    complain(error)
  }
}
function repair(site) { apply(site) }
`

function span(text: string): { readonly startOffset: number; readonly endOffset: number } {
  const startOffset = source.indexOf(text)
  return { startOffset, endOffset: startOffset + text.length }
}

/** A run in which these parts of the function were left out. */
function counted(...leftOut: readonly string[]): readonly CountedScript[] {
  const ranges = [
    span(source.slice(source.indexOf('function'), source.indexOf('function repair'))),
    ...leftOut.map(span),
  ]
  const functions = [
    { functionName: '', ranges: [{ startOffset: 0, endOffset: source.length, count: 0 }] },
    { functionName: 'reconcile', ranges: ranges.map((range, at) => ({ ...range, count: at === 0 ? 1 : 0 })) },
  ]
  return [{ scriptId: '1', url: 'file:///home/sites/sites.ts?t=1', functions }]
}

const going = '{\n    // somebody wants it gone\n    remove(site)\n    return\n  }'
const failing = '{\n    complain(error)\n  }'

describe('coverageOf', () => {
  it('separates lines run without faults, only with faults, and never', () => {
    const sources = new Map([['file:///home/sites/sites.ts?t=1', { text: source, inFunctions: new Set([13]) }]])
    const report = coverageOf(counted(going, failing), counted(going), sources)
    expect(report.files).toEqual([{ file: 'sites.ts', 'without faults': 5, 'only with faults': 1, never: 3 }])
    expect(report.missed).toEqual([
      'sites.ts: reconcile, "remove(site)"',
      'sites.ts: a function, "function repair(site) { apply(site) }"',
    ])
    expect(report.text).toMatchInlineSnapshot(`
      "Lines of the operator that ran:
        sites.ts: 5 without faults, 1 only with them, 3 never

      Only with faults:
        sites.ts, reconcile:
          complain(error)

      Never:
        sites.ts, reconcile:
          remove(site)
          return
        sites.ts, a function:
          function repair(site) { apply(site) }"
    `)
  })
})

describe('startCoverage', () => {
  it('counts lines before and after faults begin', async () => {
    const coverage = await startCoverage((url) => url.includes('covered-lines.test'))
    const answer = (isBad: boolean) => {
      if (isBad) {
        return 'bad'
      }
      return 'good'
    }
    answer(false)
    await coverage.faultsBegin()
    answer(true)
    const { parts } = await coverage.stop()
    expect(parts.find((part) => part.function === 'answer')).toMatchObject({ when: 'only with faults' })
  })
})
