import { describe, expect, it } from 'vitest'
import { numbered } from './report.ts'

function story(found: string, run: string): string {
  return `${found}\n  a detail\n\nPlan: ${run}\n\nWhat happens:\n  ${run}\n\nDetected here: ${found}`
}

describe('the stories of a report', () => {
  it('are numbered, and tell what happens once if one run has several failures', () => {
    const told = numbered([story('a', 'a crash'), story('b', 'another'), story('c', 'a crash'), story('d', 'a crash')])
    expect(told.join('\n').split('\n').slice(-15)).toEqual(
      [
        '--- failure 3 of 4 ---',
        '',
        'c',
        '  a detail',
        '',
        'Plan and what happens: the same as in failure 1.',
        '',
        'Detected here: c',
        '',
        '--- failure 4 of 4 ---',
        '',
        'd',
        '  a detail',
        '',
        'Plan and what happens: the same as in failure 1.',
      ]
        .concat(['', 'Detected here: d'])
        .slice(-15),
    )
    expect(told.join('\n')).toContain(story('b', 'another'))
  })

  it('are not numbered if there is one', () => {
    expect(numbered([story('a', 'a crash')])).toEqual(['', story('a', 'a crash')])
  })
})
