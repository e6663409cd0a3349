import { describe, expect, it } from 'vitest'
import { coverageOf } from './covered-lines.ts'
import { originalSource } from './original-source.ts'

const written = `function reconcile(site: Site) {
  if (site.isGoing)
    return remove(site)
  apply(site)
}
`
/** As a loader makes it: on one line, without types, and with a map, which says where `if`, `return` and `apply` were. */
const ran = 'function reconcile(site){if(site.isGoing)return remove(site);apply(site)}'
const places = ['if(', 'return', 'apply'].map((text) => ran.indexOf(text))

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** A number as maps have it; those here need no more than two digits. */
function vlq(value: number): string {
  const shifted = value < 0 ? (-value << 1) | 1 : value << 1
  return shifted < 32 ? digits[shifted]! : digits[(shifted & 31) | 32]! + digits[shifted >> 5]!
}

function script(content: string | null): string {
  const [first, second, third] = places as [number, number, number]
  const mappings = [
    [first, 0, 1, 2],
    [second - first, 0, 1, 2],
    [third - second, 0, 1, -2],
  ].map((segment) => segment.map(vlq).join(''))
  const map = { version: 3, sources: ['/sites.ts'], sourcesContent: [content], names: [], mappings: mappings.join() }
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64')
  return `${ran}\n//# sourceMappingURL=data:application/json;base64,${encoded}`
}

const stops = places.map((columnNumber) => ({ lineNumber: 0, columnNumber, isInFunction: true }))

describe('the source of a compiled script', () => {
  it.each([
    ['contained in its source map', script(written), () => undefined],
    ['named by its source map', script(null), (file: string) => (file === '/sites.ts' ? written : undefined)],
  ])('is the original, %s', (_, text, read) => {
    const source = originalSource(text, stops, read)
    expect(source.text).toBe(written)
    const [, start = 0, end = 0] = places
    const ranges = [
      { startOffset: 0, endOffset: ran.length, count: 1 },
      { startOffset: start, endOffset: end, count: 0 },
    ]
    const counted = [{ scriptId: '1', url: 'file:///sites.ts', functions: [{ functionName: 'reconcile', ranges }] }]
    const report = coverageOf(counted, counted, new Map([['file:///sites.ts', source]]))
    expect(report.files).toEqual([{ file: 'sites.ts', 'without faults': 2, 'only with faults': 0, never: 1 }])
    expect(report.missed).toEqual(['sites.ts: reconcile, "return remove(site)"'])
  })

  it('is the script itself if the original is unavailable', () => {
    expect(originalSource(script(null), stops, () => undefined).text).toContain(ran)
    expect(originalSource(ran, stops, () => undefined)).toEqual({ text: ran, inFunctions: new Set([0]) })
  })
})
