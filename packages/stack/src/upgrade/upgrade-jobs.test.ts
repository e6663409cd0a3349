import type { Job } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { followJobs, jobName } from './upgrade-jobs.ts'

const place = { context: { stack: 'shop', namespace: 'ns' }, version: '2.0.0', when: 'before' } as const
const step = (name: string) => ({ name, image: 'migrate:1' })

describe('the Job of an upgrade step', () => {
  it.each([
    ['Migrate', 'shop-before-2-0-0-migrate'],
    ['x'.repeat(45), `shop-before-2-0-0-${'x'.repeat(45)}`],
  ])('has the readable name of a step if that is short enough: %s', (name, expected) => {
    expect(jobName(place, step(name))).toBe(expected)
  })

  it('has a distinct name with a hash if the readable one is too long', () => {
    const long = `${'migrate-the-tables-of-the-shop-and-'.repeat(2)}-`
    const names = ['orders', 'customers'].map((table) => jobName(place, step(`${long}${table}`)))
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^shop-before-2-0-0-migrate[a-z-]*-[0-9a-f]{10}$/)
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(63)
  })

  it('runs even if its name has the prefix of a completed step', () => {
    const steps = ['orders', 'customers'].map((table) => step(`${'x'.repeat(60)}-${table}`))
    const complete = { status: { conditions: [{ type: 'Complete', status: 'True' }] } } as unknown as Job
    const find = (name: string) => (name === jobName(place, steps[0]!) ? complete : undefined)
    expect(followJobs(place, steps, find)).toMatchObject({ health: 'progressing', jobs: [{}, {}] })
  })
})
