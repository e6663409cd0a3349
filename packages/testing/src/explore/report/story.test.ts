import { describe, expect, it } from 'vitest'
import { finding } from '../trace/finding.ts'
import { withoutFaults } from '../plan/plan.ts'
import { formatReplay, formatStory } from './story.ts'
import type { TraceEntry } from '../trace/trace.ts'

const step = (number: number, text: string): TraceEntry => ({ type: 'step', step: number, text })
const quiet = (number: number): TraceEntry => ({ type: 'quiet', step: number })
const note = (text: string): TraceEntry => ({ type: 'note', text })

function reconcile(phase: 'begins' | 'ends', what: string): TraceEntry {
  return { type: 'reconcile', by: 'operator 1', controller: 'sites', object: 'default/blog', phase, what }
}

function call(by: string, changed: boolean, sent?: object): TraceEntry {
  const name = 'patch sites.web.example.dev default/blog'
  const what = sent === undefined ? {} : { sent: JSON.stringify(sent) }
  return { type: 'call', by, call: name, nth: 1, writes: true, status: 200, changed, ...what }
}

function told(entries: readonly TraceEntry[]): readonly string[] {
  const story = formatStory({ finding: finding('end-state', 'it differs', ['it differs']), wrong: 'a crash', entries })
  const [, lines = ''] = /What happens:\n([^]*)\n\nDetected here: it differs$/.exec(story) ?? []
  return lines.split('\n')
}

describe('formatStory', () => {
  it('starts with the step of the first fault', () => {
    expect(told([step(1, 'one'), quiet(1), step(2, 'two'), note('a crash'), quiet(2)])).toEqual([
      '  step 2: the user does "two"',
      '  *** a crash ***',
      '  the cluster is idle',
    ])
  })

  it('starts with the first step if there is no fault, even if the cluster removes objects', () => {
    const entries = [step(1, 'one'), quiet(1), step(2, 'two'), note('the cluster removes something'), quiet(2)]
    const plan = formatReplay(withoutFaults, entries)
    expect(plan).toContain('Plan: no faults, default order\n\nWhat happens:\n  step 1: the user does "one"')
    const story = formatStory({ finding: finding('determinism', 'it differs', []), wrong: withoutFaults, entries })
    expect(story).toContain('What happens:\n  step 1: the user does "one"')
  })

  it('starts with the step after which the user does not wait', () => {
    const lines = told([step(1, 'one'), quiet(1), step(2, 'two'), step(3, 'three'), quiet(3)])
    expect(lines[0]).toBe('  step 2: the user does "two"')
  })

  it('collapses repetitions', () => {
    const again = [reconcile('begins', 'retry'), reconcile('ends', 'failed: no')]
    expect(told([note('a crash'), ...again, ...again, ...again, ...again])).toEqual([
      '  *** a crash ***',
      '    operator 1 reconciles default/blog (sites: retry)',
      '    operator 1 finishes default/blog: failed: no',
      '    … and 3 times more, the same',
    ])
  })

  it('omits reconciles that change nothing', () => {
    const looks = [reconcile('begins', 'triggered by the exploration'), reconcile('ends', 'success')]
    expect(told([note('a crash'), quiet(1), ...looks])).toEqual(['  *** a crash ***', '  the cluster is idle'])
  })

  it('omits reconciles that only read, and shows those that write', () => {
    const [begins, ends] = [reconcile('begins', 'triggered by the exploration'), reconcile('ends', 'success')]
    expect(told([note('a crash'), begins, call('operator 1', false), ends])).toEqual(['  *** a crash ***'])
    expect(told([note('a crash'), begins, call('operator 1', true), ends])).toHaveLength(4)
  })

  it('shows what the user wrote in a step', () => {
    const write = call('user', true, { kind: 'Site', metadata: { name: 'blog' }, spec: { title: 'Notes' } })
    const watching: TraceEntry = {
      type: 'call',
      by: 'operator 1',
      call: 'watch sites',
      nth: 1,
      writes: false,
      changed: false,
    }
    expect(told([watching, quiet(0), step(1, 'patch Site blog'), write, quiet(1)])).toEqual([
      '  step 1: the user does "patch Site blog" { spec: { title: "Notes" } }',
      '  the cluster is idle',
    ])
  })

  it('shortens a long run, but shows every fault in it with the lines around it', () => {
    const steps = Array.from({ length: 100 }, (_, at) => step(at + 1, `${'x'.repeat(at)}`))
    const answered: TraceEntry = {
      type: 'call',
      by: 'operator 1',
      call: 'patch sites',
      nth: 1,
      writes: true,
      changed: false,
      fate: 'answered with 503',
    }
    const entries = [...steps.slice(0, 20), note('a crash'), ...steps.slice(20, 50), answered, ...steps.slice(50)]
    const lines = told([note('a crash'), ...entries])
    const crash = lines.lastIndexOf('  *** a crash ***')
    expect(lines.slice(crash - 2, crash + 3)).toEqual([
      '  … 5 lines between',
      expect.stringContaining('step 20:'),
      '  *** a crash ***',
      expect.stringContaining('step 21:'),
      '  … 28 lines between',
    ])
    const failed = lines.findIndex((line) => line.includes('answered with 503'))
    expect(lines.slice(failed - 1, failed + 3)).toEqual([
      expect.stringContaining('step 50:'),
      expect.stringContaining('→ answered with 503'),
      expect.stringContaining('step 51:'),
      '  … 12 lines between',
    ])
    expect(lines).toHaveLength(61)
  })

  it('leaves nothing out if it is told in full', () => {
    const again = [reconcile('begins', 'retry'), reconcile('ends', 'failed: no')]
    const entries = [step(1, 'one'), quiet(1), note('a crash'), ...Array.from({ length: 50 }, () => again).flat()]
    const found = finding('end-state', 'it differs', [])
    const full = formatStory({ finding: found, wrong: 'a crash', entries }, { full: true })
    expect(full.split('\n').filter((line) => line.startsWith('  '))).toHaveLength(103)
    expect(formatReplay('a crash', entries, { full: true }).split('\n')).toHaveLength(103 + 3)
  })

  it('does not repeat the message', () => {
    const story = formatStory({
      finding: finding('end-state', 'so: it differs', ['it differs']),
      wrong: '',
      entries: [],
    })
    expect(story.split('\n').slice(0, 2)).toEqual(['end-state: so: it differs', ''])
  })
})
