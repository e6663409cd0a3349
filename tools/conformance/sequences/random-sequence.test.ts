import { describe, expect, it } from 'vitest'
import { defaultLength, randomSequence, withSteps } from './random-sequence.ts'

const requests = Array.from({ length: 200 }, (_, at) => randomSequence(at + 1)).flatMap(({ middle }) =>
  middle.flatMap((step) => (step.do === 'request' ? [step] : [])),
)

describe('randomSequence', () => {
  it('returns equal steps for equal seeds, and others for another seed', () => {
    expect(randomSequence(7)).toEqual(randomSequence(7))
    expect(randomSequence(7).middle).not.toEqual(randomSequence(8).middle)
  })

  it('has the requested number of operations', () => {
    expect(randomSequence(1).middle).toHaveLength(defaultLength)
    expect(randomSequence(1, 5).middle).toHaveLength(5)
  })

  it('closes every watch that it opens', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const { steps } = randomSequence(seed)
      const opened = steps.flatMap((step) => (step.do === 'open watch' ? [step.id] : []))
      expect(steps.flatMap((step) => (step.do === 'close watch' ? [step.id] : []))).toEqual(opened)
    }
  })

  it('uses every verb and patch type', () => {
    const types = requests.map(({ method, headers }) => [method, headers?.['content-type'] ?? ''].join(' ').trim())
    expect(new Set(types)).toEqual(
      new Set([
        'GET',
        'POST',
        'PUT',
        'DELETE',
        'PATCH application/json-patch+json',
        'PATCH application/merge-patch+json',
        'PATCH application/strategic-merge-patch+json',
        'PATCH application/apply-patch+yaml',
      ]),
    )
    for (const part of ['/status?', '/scale?', 'dryRun=All', 'force=true', 'labelSelector=', 'fieldManager=m3']) {
      expect(requests.some(({ path }) => path.includes(part))).toBe(true)
    }
  })

  it('does not address managedFields by index, as their order depends on the time', () => {
    expect(JSON.stringify(requests)).not.toContain('/metadata/managedFields/')
  })

  it('sends no strict patch, as its refusal lists managers in order of time', () => {
    const strict = requests.filter(({ path }) => path.includes('fieldValidation=Strict'))
    expect(new Set(strict.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT']))
  })

  it('watches only the kinds of the remaining steps', () => {
    const sequence = randomSequence(1)
    const { steps } = withSteps(sequence, [])
    expect(steps).toEqual([])
  })
})
