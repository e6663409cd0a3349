import { describe, expect, it } from 'vitest'
import { finding } from './failure.ts'
import { tellStory } from './story.ts'
import type { TraceEntry } from './trace.ts'

const step = (number: number, text: string): TraceEntry => ({ type: 'step', step: number, text })
const quiet = (number: number): TraceEntry => ({ type: 'quiet', step: number })
const note = (text: string): TraceEntry => ({ type: 'note', text })

function reconcile(phase: 'begins' | 'ends', what: string): TraceEntry {
  return { type: 'reconcile', by: 'operator 1', controller: 'sites', object: 'default/blog', phase, what }
}

function told(entries: readonly TraceEntry[]): readonly string[] {
  const story = tellStory({ finding: finding('end-state', 'it differs', ['it differs']), wrong: 'a crash', entries })
  return story.slice(story.indexOf('What happens:\n') + 'What happens:\n'.length).split('\n')
}

describe('tellStory', () => {
  it('begins with the step in which something goes wrong', () => {
    expect(told([step(1, 'one'), quiet(1), step(2, 'two'), note('a crash'), quiet(2)])).toEqual([
      '  step 2: the user does "two"',
      '  *** a crash ***',
      '  all is quiet',
    ])
  })

  it('begins with the step after which the user does not wait', () => {
    const lines = told([step(1, 'one'), quiet(1), step(2, 'two'), step(3, 'three'), quiet(3)])
    expect(lines[0]).toBe('  step 2: the user does "two"')
  })

  it('tells once what goes on in the same way', () => {
    const again = [reconcile('begins', 'retry'), reconcile('ends', 'failed: no')]
    expect(told([note('a crash'), ...again, ...again, ...again, ...again])).toEqual([
      '  *** a crash ***',
      '    operator 1 reconciles default/blog (sites: retry)',
      '    operator 1 is done with default/blog: failed: no',
      '    … and 3 times more, the same',
    ])
  })

  it('leaves out looks that change nothing', () => {
    const looks = [reconcile('begins', 'triggered by the exploration'), reconcile('ends', 'success')]
    expect(told([note('a crash'), quiet(1), ...looks])).toEqual(['  *** a crash ***', '  all is quiet'])
  })

  it('says the same thing once', () => {
    const story = tellStory({ finding: finding('end-state', 'so: it differs', ['it differs']), wrong: '', entries: [] })
    expect(story.split('\n').slice(0, 2)).toEqual(['end-state: so: it differs', ''])
  })
})
